import { words } from "#renderer/i18n/words.ts";
import styles from "../desks-screen.module.css";

/** A computer that answered at the typed address. */
export interface FoundHub {
  readonly address: string;
  readonly fingerprint: string;
  /** Code of a pasted link; empty if an address was typed. */
  readonly code: string;
  /** The fingerprint came with the link and is the same, so that nobody has to compare. */
  readonly isFromLink: boolean;
}

const order = ["address", "compare", "code"] as const;
type JoinStep = (typeof order)[number];

/** The steps, with the present one marked. */
export function JoinSteps({ at }: { readonly at: JoinStep }) {
  return (
    <ol className={styles["steps"]}>
      {order.map((kind, index) => (
        <li key={kind} aria-current={kind === at ? "step" : undefined}>
          {`${index + 1} ${words.desks.join.steps[index]}`}
        </li>
      ))}
    </ol>
  );
}
