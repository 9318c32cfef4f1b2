import { fingerprintGroups } from "#shared/domain/desks/hub-link.ts";
import styles from "./desks-screen.module.css";

/** A fingerprint in groups of four digits, large enough to be compared with another screen. */
export function Fingerprint({
  value,
  isLarge = false,
}: {
  readonly value: string;
  readonly isLarge?: boolean;
}) {
  return (
    <code className={styles["fingerprint"]} data-large={isLarge} dir="ltr">
      {fingerprintGroups(value).map((group, at) => (
        // A group may occur twice; its place never changes.
        <span key={at}>{group} </span>
      ))}
    </code>
  );
}
