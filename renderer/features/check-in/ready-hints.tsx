import { navigate } from "#renderer/client/navigation/route.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { EmptyState } from "#renderer/ui/controls/page/empty-state.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { Keycap } from "#renderer/ui/controls/buttons/keycap.tsx";
import styles from "./results/results.module.css";

export interface ReadyHintsProps {
  /** No registration of this event was downloaded yet. */
  readonly isEmptyCopy: boolean;
}

/** Examples of searches, shown while the search box is empty. */
export function ReadyHints({ isEmptyCopy }: ReadyHintsProps) {
  const say = words.checkIn;
  if (isEmptyCopy) {
    return (
      <EmptyState
        icon="download"
        title={say.notDownloadedTitle}
        action={
          <Button icon="events" onPress={() => navigate("events")}>
            {say.toEvents}
          </Button>
        }
      >
        {say.notDownloadedText}
      </EmptyState>
    );
  }
  return (
    <div className={styles["ready"]}>
      <h2>{say.ready}</h2>
      <ul className={styles["examples"]}>
        {say.examples.map((example) => (
          <li key={example.input} className={styles["example"]}>
            <b className={styles["exampleInput"]}>{example.input}</b>
            <span>{example.meaning}</span>
          </li>
        ))}
        <li className={styles["example"]}>
          <b className={styles["exampleInput"]}>
            <Icon name="scan" size={24} />
            {say.exampleScan}
          </b>
          <span>{say.exampleScanMeaning}</span>
        </li>
        <li>
          <button
            type="button"
            className={styles["example"]}
            onClick={() => navigate("walk-up", { text: "" })}
          >
            <span className={styles["exampleKey"]}>
              <Keycap>F2</Keycap>
              <Icon name="walk-up" size={24} className={styles["touchOnly"]} />
            </span>
            <span>{say.exampleWalkUp}</span>
          </button>
        </li>
      </ul>
    </div>
  );
}
