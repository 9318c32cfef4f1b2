import styles from "./with-flags.module.css";

const flags = /(--[a-z-]+(?: \d[\d.]*\d)?)/u;

/** A text of the screens; each command-line flag in it stays in one line, with its value. */
export const WithFlags = ({ text }: { readonly text: string }) =>
  text.split(flags).map((part, index) =>
    part.startsWith("--") ? (
      <span key={index} className={styles["flag"]}>
        {part}
      </span>
    ) : (
      part
    ),
  );
