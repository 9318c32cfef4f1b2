import { use, useId } from "react";
import type { Ref } from "react";
import { afterPress } from "#renderer/ui/controls/buttons/after-press.ts";
import { classNames } from "#renderer/ui/controls/class-names.ts";
import { BeingSaved } from "./being-saved.ts";
import { FieldNote } from "./field-note.tsx";
import type { Note } from "./field-note.tsx";
import frame from "./field-frame.module.css";
import styles from "./text-field.module.css";

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** On the right of the label: "needed", "Next free: 1631", or beside an error the organizer's field name. */
  readonly hint?: string | undefined;
  readonly placeholder?: string | undefined;
  /** Shown below the field, which gets a red edge of 3 px. */
  readonly error?: string | undefined;
  /** Shown below the field if there is no error. */
  readonly note?: Note | undefined;
  /** `bib` uses the figures of a bib. */
  readonly kind?: "text" | "email" | "password" | "url" | "bib" | "date" | "time";
  readonly isRequired?: boolean;
  readonly autoFocus?: boolean;
  readonly maxLength?: number | undefined;
  readonly onSubmit?: (() => void) | undefined;
  readonly onBlur?: (() => void) | undefined;
  readonly inputRef?: Ref<HTMLInputElement> | undefined;
}

/**
 * A text field with a label. Enter calls `onSubmit`, for a field that is a whole form. Without `onSubmit`, Enter presses
 * the yellow button of the dialog or the screen (`useKey`).
 */
export function TextField({
  label,
  value,
  onChange,
  hint,
  placeholder,
  error,
  note,
  kind = "text",
  isRequired = false,
  autoFocus = false,
  maxLength,
  onSubmit,
  onBlur,
  inputRef,
}: TextFieldProps) {
  const id = useId();
  const isBeingSaved = use(BeingSaved);
  const hintId = `${id}-hint`;
  const noteId = `${id}-note`;
  const shown: Note | undefined = error === undefined ? note : { tone: "stop", text: error };
  const describedBy = classNames(hint !== undefined && hintId, shown !== undefined && noteId);
  return (
    <div className={frame["field"]}>
      <div className={frame["head"]}>
        <label className={frame["label"]} htmlFor={id}>
          {label}
        </label>
        {hint === undefined ? null : (
          <span className={frame["hint"]} id={hintId}>
            {hint}
          </span>
        )}
      </div>
      <input
        id={id}
        ref={inputRef}
        className={styles["input"]}
        data-kind={kind}
        // A field of the type "email" has no caret that a program can place.
        type={kind === "bib" || kind === "url" || kind === "email" ? "text" : kind}
        inputMode={kind === "email" ? "email" : kind === "url" ? "url" : undefined}
        dir="auto"
        value={value}
        placeholder={placeholder}
        required={isRequired}
        readOnly={isBeingSaved}
        autoFocus={autoFocus}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength}
        aria-invalid={error === undefined ? undefined : "true"}
        aria-describedby={describedBy === "" ? undefined : describedBy}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur === undefined ? undefined : () => afterPress(onBlur)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing || onSubmit === undefined)
            return;
          event.preventDefault();
          // A key that is held down counts as one press.
          if (!event.repeat) onSubmit();
        }}
      />
      {shown === undefined ? null : (
        <span className={frame["note"]} role={shown.tone === "stop" ? "alert" : undefined}>
          <FieldNote note={shown} id={noteId} />
        </span>
      )}
    </div>
  );
}
