import { words } from "#renderer/i18n/words.ts";
import { Bib } from "#renderer/ui/race/bibs/bib.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Rule } from "#renderer/ui/controls/page/card.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import type { RunnerCard, RunnerRow } from "#shared/contract/roster.ts";
import { useCheckIn } from "../check-in-store.ts";
import { runMarkOfRunner } from "#renderer/ui/race/runs/run-mark.ts";
import { useCommands } from "../commands/use-check-in-commands.ts";
import { companionsOf, mustLookAt, readyTogether } from "./verdict.ts";
import styles from "./companions.module.css";

/** The runners with the same e-mail or relay team: to open, or to check in together (C4). */
export function Companions({ card }: { readonly card: RunnerCard }) {
  const { checkInAll } = useCommands();
  const busy = useCheckIn((state) => state.busy);
  const companions = companionsOf(card);
  if (companions.length === 0) return null;
  const together = readyTogether(card);
  return (
    <div>
      <Rule />
      <p className={styles["partTitle"]}>
        {words.checkIn.companions(card.family.length, companions.length - card.family.length)}
      </p>
      <div className={styles["companions"]}>
        <div className={styles["companionTiles"]}>
          {companions.map((other) => (
            <Companion key={other.id} runner={other} hasWarning={mustLookAt(card, other)} />
          ))}
        </div>
        {together.length > 1 ? (
          <Button
            icon="people"
            size="l"
            isBusy={busy === "checkIn.performAll"}
            className={styles["together"]}
            onPress={() => checkInAll(together)}
          >
            {words.checkIn.checkInAll(together.length)}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

interface CompanionProps {
  readonly runner: RunnerRow;
  /** A person must look at the card before the check-in. */
  readonly hasWarning: boolean;
}

function Companion({ runner, hasWarning }: CompanionProps) {
  const open = useCheckIn((state) => state.open);
  const say = words.checkIn;
  const state =
    runner.checkedIn !== null
      ? say.isHere(runner.checkedIn.atMs)
      : runner.checkedInElsewhere
        ? say.hereElsewhere
        : runner.standing !== "confirmed"
          ? say.notConfirmed
          : hasWarning
            ? say.lookFirst
            : say.notHere;
  return (
    <button type="button" className={styles["companion"]} onClick={() => open(runner.id)}>
      <Bib bib={runner.bib} run={runMarkOfRunner(runner)} />
      <span className="stack">
        <PersonName className={styles["companionName"]}>
          {runner.name ?? words.ui.noName}
        </PersonName>
        <span className={styles["companionState"]}>{state}</span>
      </span>
    </button>
  );
}
