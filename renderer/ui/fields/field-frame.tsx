import { Label } from "react-aria-components/Label";
import { FieldNote } from "./field-note.tsx";
import styles from "./field-frame.module.css";

export interface FieldHeadProps {
  readonly label: string;
  readonly hint?: string | undefined;
}

/** The label of a React Aria field, with a hint on its right. */
export function FieldHead({ label, hint }: FieldHeadProps) {
  return (
    <span className={styles["head"]}>
      <Label className={styles["label"] ?? ""}>{label}</Label>
      {hint === undefined ? null : <span className={styles["hint"]}>{hint}</span>}
    </span>
  );
}

/** The error below a field; nothing without an error. */
export function FieldError({ error }: { readonly error: string | undefined }) {
  return error === undefined ? null : (
    <span className={styles["note"]} role="alert">
      <FieldNote note={{ tone: "stop", text: error }} />
    </span>
  );
}
