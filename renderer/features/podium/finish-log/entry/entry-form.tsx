import type { InputHTMLAttributes, ReactNode, RefObject } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Keycap } from "#renderer/ui/controls/buttons/keycap.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import styles from "../finish-side.module.css";

export interface EntryFormProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Enter has an action: the form is yellow. */
  readonly isReady: boolean;
  readonly onType: (text: string) => void;
  readonly onEnter: () => void;
  /** The button beside the field. */
  readonly button: ReactNode;
  readonly children?: ReactNode;
}

/** The form of the field below the finish log. */
export function EntryForm(props: EntryFormProps) {
  const { id, label, hint, inputRef, isReady, onType, onEnter, button, children, ...input } = props;
  return (
    <form
      className={styles["entry"]}
      data-ready={isReady ? "" : undefined}
      onSubmit={(event) => {
        // The screen keyboard of a tablet submits the form; the keydown listener handles a real Enter key.
        event.preventDefault();
        onEnter();
      }}
    >
      <div className={styles["entryHead"]}>
        <label htmlFor={id}>{label}</label>
        <span id={`${id}-hint`}>{hint}</span>
      </div>
      <div className={styles["entryLine"]}>
        <span className={styles["field"]}>
          <input
            id={id}
            ref={inputRef}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="done"
            aria-describedby={`${id}-hint`}
            onChange={(event) => onType(event.target.value)}
            {...input}
          />
          {isReady ? <Keycap>{words.ui.enter}</Keycap> : null}
        </span>
        {button}
      </div>
      {children}
    </form>
  );
}

export function SendButton({ label }: { readonly label: string }) {
  return (
    <button type="submit" className={styles["send"]} aria-label={label}>
      <Icon name="chosen" size={26} />
    </button>
  );
}
