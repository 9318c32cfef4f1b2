import { useBibCheck } from "#renderer/client/queries/use-bib-check.ts";
import { useNextBib } from "#renderer/client/queries/use-next-bib.ts";
import { takenText } from "#renderer/i18n/bib-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { Bib } from "#renderer/ui/race/bibs/bib.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Card, WarningHeader } from "#renderer/ui/controls/page/card.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import type { RunnerRow } from "#shared/contract/roster.ts";
import { closeQuestion, useCheckIn } from "../check-in-store.ts";
import { rowStatus } from "../results/result-state.ts";
import { runMarkOfRunner } from "#renderer/ui/race/runs/run-mark.ts";
import { useCommands } from "../commands/use-check-in-commands.ts";
import companionsStyles from "../runner/companions.module.css";
import warningStyles from "../runner/warning.module.css";

export interface BibTakenProps {
  readonly runner: RunnerRow;
  readonly bib: string;
  readonly holder: RunnerRow;
}

/** The holders of a taken bib, the result of a swap for both runners, and the alternatives (B2). */
export function BibTaken({ runner, bib, holder }: BibTakenProps) {
  const { eventId, assignBib, swap } = useCommands();
  const busy = useCheckIn((state) => state.busy);
  const say = words.checkIn;
  const next = useNextBib(eventId, runner.runId)?.bib ?? null;
  const check = useBibCheck({ eventId, typed: bib, runnerId: runner.id });
  const noSwap = check?.noSwap ?? null;
  const holders = check === null || noSwap === null ? [holder] : check.takenBy;
  return (
    <Card isBare label={say.bibTakenTitle(bib)} className={warningStyles["warningCard"]}>
      <WarningHeader title={say.bibTakenTitle(bib)}>
        {noSwap === null
          ? say.bibTakenText(holder.name, holder.checkedIn?.atMs ?? null)
          : takenText(holders, noSwap)}
      </WarningHeader>
      <div className={warningStyles["warningBody"]}>
        {noSwap === null ? <SwapPreview runner={runner} holder={holder} bib={bib} /> : null}
        <div data-bar="" className={warningStyles["swapBar"]}>
          {noSwap === null ? (
            <p className={warningStyles["swapCare"]}>
              <Icon name="hand" size={22} />
              <span>{say.swapCare(bib)}</span>
            </p>
          ) : null}
          <div className={warningStyles["swapActions"]}>
            <Button size="l" keycap={words.ui.esc} onPress={closeQuestion}>
              {say.keepBib(runner.bib)}
            </Button>
            {next === null ? null : (
              <Button
                size="l"
                isBusy={busy === "bib.assign"}
                onPress={() =>
                  assignBib(runner, next, { onInvalid: closeQuestion, isAsked: () => true })
                }
              >
                {say.bibUseOffer(next, false)}
              </Button>
            )}
            {check === null || noSwap !== null ? null : (
              <Button
                size="l"
                icon="swap"
                isBusy={busy === "bib.swap"}
                onPress={() => swap(runner, holder)}
              >
                {say.swapTwo}
              </Button>
            )}
          </div>
        </div>
      </div>
    </Card>
  );
}

/** Who has which bib now, and after a swap. */
function SwapPreview({ runner, bib, holder }: BibTakenProps) {
  const say = words.checkIn;
  return (
    <div className={warningStyles["swap"]}>
      <p className={warningStyles["swapTitle"]}>{say.now}</p>
      <span />
      <p className={warningStyles["swapTitle"]}>{say.afterSwap}</p>
      <SwapSide runner={runner} bib={runner.bib} />
      <Icon name="right" size={24} />
      <SwapSide runner={runner} bib={bib} isAfter />
      <SwapSide runner={holder} bib={holder.bib} />
      <Icon name="right" size={24} />
      <SwapSide runner={holder} bib={runner.bib} isAfter />
    </div>
  );
}

interface SwapSideProps {
  readonly runner: RunnerRow;
  readonly bib: string | null;
  readonly isAfter?: boolean;
}

function SwapSide({ runner, bib, isAfter = false }: SwapSideProps) {
  const status = rowStatus(runner);
  return (
    <div className={warningStyles["swapSide"]} data-after={isAfter ? "" : undefined}>
      <Bib bib={bib} run={runMarkOfRunner(runner)} size="m" />
      <span className="stack">
        <PersonName className={warningStyles["swapName"]}>
          {runner.name ?? words.ui.noName}
        </PersonName>
        {status === undefined ? null : (
          <span className={companionsStyles["companionState"]}>{status.text}</span>
        )}
      </span>
    </div>
  );
}
