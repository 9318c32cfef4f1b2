import { useNow } from "#renderer/client/queries/use-now.ts";
import { words } from "#renderer/i18n/words.ts";
import { Bib } from "#renderer/ui/race/bibs/bib.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Card, Facts, WarningHeader } from "#renderer/ui/controls/page/card.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import type { RunnerCard, RunnerRow } from "#shared/contract/roster.ts";
import { useCheckIn } from "../check-in-store.ts";
import { Companions } from "./companions.tsx";
import { canBeOverridden } from "../results/enter-key.ts";
import { runMarkOfRunner } from "#renderer/ui/race/runs/run-mark.ts";
import { History } from "./history.tsx";
import { teamAndNote } from "./runner-card.tsx";
import { SecondLook } from "./second-look.tsx";
import type { SecondLookReasons } from "./second-look.tsx";
import type { Verdict } from "./verdict.ts";
import { isHere, reasonText } from "./verdict.ts";
import { headingOf } from "./warning-heading.ts";
import { WalkUpOutboxEntry } from "./walk-up-outbox-entry.tsx";
import { Warnings } from "./warnings.tsx";
import runnerStyles from "./runner.module.css";
import warningStyles from "./warning.module.css";

export interface WarningCardProps extends SecondLookReasons {
  readonly card: RunnerCard;
  readonly verdict: Verdict;
}

/** The orange card of a runner whose check-in needs a decision. It has no yellow button, so Enter does nothing. */
export function WarningCard({ card, verdict, ...look }: WarningCardProps) {
  const clear = useCheckIn((state) => state.clear);
  const askReason = useCheckIn((state) => state.askReason);
  const showPanel = useCheckIn((state) => state.showPanel);
  const nowMs = useNow(10_000);
  const { runner } = card;
  const say = words.checkIn;
  // What to do about a refused walk-up comes first, so that it is in sight.
  const isRefused = runner.delivery === "refused";
  const head = headingOf(card, verdict, nowMs);
  const facts = teamAndNote(card);
  return (
    <Card isBare label={runner.name ?? runner.email} className={warningStyles["warningCard"]}>
      <WarningHeader title={head.title}>{head.text}</WarningHeader>
      <div className={warningStyles["warningBody"]}>
        {isRefused ? (
          <div className={warningStyles["first"]}>
            <WalkUpOutboxEntry runner={runner} />
          </div>
        ) : null}
        <div className={runnerStyles["who"]}>
          <Bib
            bib={runner.bib}
            run={runMarkOfRunner(runner)}
            size={isRefused ? "medium" : "c"}
            checkedIn={runner.checkedIn !== null}
          />
          <div className="shrinks">
            <h2 className={warningStyles["warningName"]}>
              <PersonName>{runner.name ?? words.ui.noName}</PersonName>
            </h2>
            <p className={runnerStyles["runnerMail"]}>
              {say.summary(runner.runLabel, runner.paceGroup, standingOf(runner))}
            </p>
            <p className={runnerStyles["runnerMail"]}>{runner.email}</p>
            {facts.length === 0 ? null : <Facts facts={facts} />}
          </div>
        </div>
        <div className={runnerStyles["cardMiddle"]}>
          {isRefused ? null : <WalkUpOutboxEntry runner={runner} />}
          <SecondLook runner={runner} {...look} />
          <Warnings warnings={card.warnings} />
          <History card={card} />
          <Companions card={card} />
        </div>
        <div data-bar="" className={warningStyles["twoActions"]}>
          <Button size="l" keycap={words.ui.esc} onPress={clear}>
            {say.nextRunner}
          </Button>
          {isHere(verdict) ? (
            <Button size="l" icon="edit" onPress={() => showPanel({ kind: "bib" })}>
              {runner.bib === null ? say.giveBib : say.changeBib}
            </Button>
          ) : null}
          {canBeOverridden(verdict) ? (
            <Button size="l" kind="quiet" keycap={say.carefulKey} onPress={() => askReason(true)}>
              {reasonText(verdict)}
            </Button>
          ) : null}
        </div>
      </div>
    </Card>
  );
}

/** The registration status; of a walk-up its delivery, because a refused or retracted one is not confirmed. */
const standingOf = ({ delivery, registrationStatus }: RunnerRow): string =>
  delivery === null ? registrationStatus : words.checkIn.walkUpStands[delivery].toLowerCase();
