import { useId } from "react";
import type { HTMLInputAutoCompleteAttribute, Ref } from "react";
import { afterPress } from "#renderer/ui/controls/buttons/after-press.ts";
import { classNames } from "#renderer/ui/controls/class-names.ts";
import { FieldNote } from "./field-note.tsx";
import type { Note } from "./field-note.tsx";
import frame from "./field-frame.module.css";
import styles from "./text-field.module.css";

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Right of the label: "needed", "Next free: 1631", or the organizer's field name beside an error. */
  readonly hint?: string | undefined;
  readonly placeholder?: string | undefined;
  /** Under the field, with a 3 px stop edge around it. */
  readonly error?: string | undefined;
  /** Under the field when there is no error. */
  readonly note?: Note | undefined;
  /** `bib` is drawn in the bib's own figures. */
  readonly kind?: "text" | "email" | "password" | "url" | "bib" | "date" | "time";
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly autoFocus?: boolean;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly maxLength?: number | undefined;
  readonly onSubmit?: (() => void) | undefined;
  readonly onBlur?: (() => void) | undefined;
  readonly inputRef?: Ref<HTMLInputElement> | undefined;
}

/**
 * A labelled line of text, 52 high. Enter calls `onSubmit`, for a field that is a form of its own. In a dialog and on a
 * screen whose yellow button listens (`useKey`), Enter reaches that button without it.
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
  isReadOnly = false,
  autoFocus = false,
  autoComplete = "off",
  maxLength,
  onSubmit,
  onBlur,
  inputRef,
}: TextFieldProps) {
  const id = useId();
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
        type={kind === "bib" || kind === "url" ? "text" : kind}
        inputMode={kind === "email" ? "email" : kind === "url" ? "url" : undefined}
        dir="auto"
        value={value}
        placeholder={placeholder}
        required={isRequired}
        readOnly={isReadOnly}
        autoFocus={autoFocus}
        autoComplete={autoComplete}
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
          // A key that is held down is one press.
          if (event.repeat) return;
          onSubmit();
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
