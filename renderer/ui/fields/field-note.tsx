import { Icon } from "#renderer/ui/controls/icon.tsx";
import styles from "./field-note.module.css";

/** A short text with the icon and colour of its tone. */
export interface Note {
  readonly tone: "done" | "look" | "stop";
  readonly text: string;
}

export interface FieldNoteProps {
  readonly note: Note;
  readonly id?: string | undefined;
  readonly size?: "s" | "m";
}

/** A note of one line: below a field, at the end of a row, beside a value. */
export function FieldNote({ note, id, size = "s" }: FieldNoteProps) {
  return (
    <span id={id} className={styles["note"]} data-tone={note.tone} data-size={size}>
      <Icon name={note.tone} size={20} />
      <span className={styles["words"]}>{note.text}</span>
    </span>
  );
}
