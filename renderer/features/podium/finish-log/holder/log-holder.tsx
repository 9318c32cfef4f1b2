import { useState } from "react";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { formatTime } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { showClockTime } from "#shared/domain/basics/venue-time.ts";
import type { LogSide } from "#shared/contract/finish-log.ts";
import type { FinishLog } from "../use-finish-log.ts";
import { ChooseLogDialog } from "./choose-log-dialog.tsx";
import logStyles from "../finish-log.module.css";
import styles from "./log-holder.module.css";

const say = words.finishLog.holder;

export interface LogHolderProps {
  readonly eventId: string;
  readonly finish: FinishLog;
  readonly timeZone: string | null;
}

/** Which other computer writes this log, and the way to take it over; two logs that a person must choose from (M13). */
export function LogHolder({ eventId, finish, timeZone }: LogHolderProps) {
  const sides = finish.page?.sides ?? [];
  return (
    <>
      {sides.length === 0 ? null : <LogSides eventId={eventId} sides={sides} timeZone={timeZone} />}
      <OtherHolder eventId={eventId} finish={finish} />
    </>
  );
}

function OtherHolder({
  eventId,
  finish: { page, queues, refresh },
}: Omit<LogHolderProps, "timeZone">) {
  const takeOver = useCommand("finish.takeOver");
  const holder = page?.holder ?? null;
  if (holder === null || holder.isThis) return null;
  async function take(): Promise<void> {
    const reply = await takeOver.run({ eventId });
    if (reply?.ok !== true) return;
    refresh();
    // What was refused until now goes into the log.
    queues.stamps.tryNow();
    queues.bibs.tryNow();
  }
  return (
    <>
      <Notice
        tone="look"
        title={say.title(holder.name)}
        action={
          <Button size="s" icon="hand" isBusy={takeOver.isBusy} onPress={() => void take()}>
            {say.takeOver}
          </Button>
        }
      >
        {page?.sides.length === 0 ? say.text(holder.operator, formatTime(holder.atMs)) : undefined}
      </Notice>
      <FailureNotice failure={takeOver.error} own={words.finishLog.failures} />
    </>
  );
}

interface LogSidesProps {
  readonly eventId: string;
  readonly sides: readonly LogSide[];
  readonly timeZone: string | null;
}

function LogSides({ eventId, sides, timeZone }: LogSidesProps) {
  const [chosen, setChosen] = useState<LogSide | null>(null);
  return (
    <Notice tone="look" title={say.sidesTitle(sides.length)}>
      <p>{say.sidesLead}</p>
      <ul className={styles["sides"]}>
        {sides.map((side) => (
          <li key={side.hold}>
            <div className={styles["words"]}>
              <b>
                <bdi dir="auto">{side.name}</bdi>
              </b>{" "}
              <span>{say.since(side.operator, formatTime(side.atMs))}</span>{" "}
              <span>{side.isInForce ? say.inForce(side) : say.setAside(side)}</span>
              <Lacking side={side} timeZone={timeZone} />
            </div>
            <Button size="s" label={say.chooseLabel(side)} onPress={() => setChosen(side)}>
              {say.choose}
            </Button>
          </li>
        ))}
      </ul>
      {chosen === null ? null : (
        <ChooseLogDialog
          eventId={eventId}
          side={chosen}
          others={sides.filter((side) => side !== chosen)}
          onClose={() => setChosen(null)}
        />
      )}
    </Notice>
  );
}

interface LackingProps {
  readonly side: LogSide;
  readonly timeZone: string | null;
}

/** What is set aside, so that a person can type a finisher of it into the log that counts. */
function Lacking({ side: { name, lacking }, timeZone }: LackingProps) {
  const { times, bibs } = lacking;
  if (times.length + bibs.length === 0) return null;
  const { noTime, noBib } = words.finishLog;
  return (
    <details className={logStyles["lostTimes"]}>
      <summary>{say.lacking(name)}</summary>
      {times.length === 0 ? null : (
        <p>
          {say.lackingTimes(
            times.map((atMs) => (atMs === null ? noTime : showClockTime(atMs, timeZone))),
          )}
        </p>
      )}
      {bibs.length === 0 ? null : <p>{say.lackingBibs(bibs.map((bib) => bib ?? noBib))}</p>}
    </details>
  );
}
