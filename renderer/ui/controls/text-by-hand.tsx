import styles from "./text-by-hand.module.css";

export interface TextByHandProps {
  /** The accessible name. */
  readonly label: string;
  readonly text: string;
}

/** A text that a person marks and copies, because the browser refused to. */
export const TextByHand = ({ label, text }: TextByHandProps) => (
  <textarea className={styles["text"]} aria-label={label} readOnly rows={8} value={text} />
);
