import { navigate } from "#renderer/client/navigation/route.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { Bib } from "#renderer/ui/race/bibs/bib.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import styles from "./first-start-screen.module.css";

/** Bibs that the sample race always contains: a plain one, one with a leading zero, one with a letter. */
export const practiceBibs = [
  { bib: "1042", run: { label: "10K", position: 1 } },
  { bib: "007", run: { label: "Half", position: 0 } },
  { bib: "A12", run: { label: "Kids", position: 3 } },
] as const;

/** Opens a made-up race in a separate folder with one press (K3). */
export function PracticeOption() {
  const start = useCommand("practice.start");

  async function begin(): Promise<void> {
    const reply = await start.run({});
    if (reply?.ok === true) navigate("check-in");
  }

  return (
    <section className={styles["option"]} data-option="practice">
      <span className={styles["edge"]} />
      <h2>{words.firstStart.practiceTitle}</h2>
      <p className={styles["text"]}>{words.firstStart.practiceText}</p>
      <div className={styles["try"]}>
        <h3>{words.firstStart.practiceTry}</h3>
        <div className={styles["bibs"]}>
          {practiceBibs.map((each) => (
            <Bib key={each.bib} size="medium" bib={each.bib} run={each.run} />
          ))}
        </div>
      </div>
      <p className={styles["safe"]}>
        <Icon name="safe" size={26} />
        <span>{words.firstStart.practiceSafe}</span>
      </p>
      <FailureNotice failure={start.error} own={words.firstStart.failures} />
      <div className={styles["act"]}>
        <Button
          size="xl"
          icon="practice"
          isBlock
          isBusy={start.isBusy}
          className={styles["start"]}
          onPress={() => void begin()}
        >
          {start.isBusy ? words.firstStart.startingPractice : words.firstStart.startPractice}
        </Button>
      </div>
    </section>
  );
}
