import { useRef } from "react";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { BibEntry } from "./entry/bib-entry.tsx";
import { Guns } from "./entry/guns.tsx";
import { ItemTools } from "./entry/item-tools.tsx";
import { TimeEntryField } from "./entry/time-entry.tsx";
import { useBibScans } from "./entry/use-bib-scans.ts";
import { FinishFooter } from "./finish-footer.tsx";
import { FinishList } from "./finish-list.tsx";
import styles from "./finish-log.module.css";
import type { LineActions } from "./line-actions.ts";
import { lineActions } from "./line-actions.ts";
import { NotSaved } from "./saving/not-saved.tsx";
import { SetAside } from "./saving/set-aside.tsx";
import { UnsavedOfOtherEvents } from "./saving/unsaved-of-other-events.tsx";
import { StampButton } from "./stamps/stamp-button.tsx";
import { useFinishSounds } from "./stamps/use-finish-sounds.ts";
import { useStampClock } from "./stamps/use-stamp-clock.ts";
import { useFinishCommands } from "./use-finish-commands.ts";
import { useFinishKeys } from "./use-finish-keys.ts";
import type { FinishLog } from "./use-finish-log.ts";
import { useFinishLog } from "./use-finish-log.ts";
import type { LineEntry } from "./use-line-entry.ts";
import { useLineEntry } from "./use-line-entry.ts";
import { useListView } from "./use-list-view.ts";

export interface FinishEntryProps {
  readonly eventId: string;
  readonly runId: string | null;
}

/** Times and bibs side by side, the key that stamps, the bib field, the gun times. */
export function FinishEntry({ eventId, runId }: FinishEntryProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const list = useListView();
  const event = useQuery("event.get", { eventId }, { topics: ["events"] });
  const screen = useStampClock();
  const finish = useFinishLog(eventId, list.from);
  const orders = useFinishCommands(eventId, finish, screen.clock);
  const { log, page } = finish;
  useFinishSounds(finish.pressed, finish.typed);
  const timeZone = event.value?.timeZone ?? null;
  const runs = event.value?.runs ?? [];
  const entry = useLineEntry({ finish, orders, list, screen, runs, timeZone, inputRef });
  const commands = lineActions(entry);
  useBibScans(eventId, commands.addBib);
  useFinishKeys({ ...commands, inputRef, stamp: orders.stamp, undo: orders.undo });

  return (
    <div className={styles["desk"]}>
      <LogSection eventId={eventId} finish={finish} entry={entry} commands={commands} />
      <aside className={styles["side"]}>
        <StampButton onStamp={orders.stamp} />
        <LineField entry={entry} commands={commands} />
        <p
          className={styles["counts"]}
          data-waits={entry.time.entry === null ? undefined : ""}
          role="status"
        >
          <b>{words.finishLog.counts(log?.stamps ?? 0, log?.bibs ?? 0)}</b>
          {log === null || log.stamps === log.bibs
            ? null
            : ` ${words.finishLog.missing(log.stamps, log.bibs)}`}
        </p>
        <Guns
          eventId={eventId}
          runs={runs}
          guns={page?.guns ?? []}
          stamps={log?.stamps ?? 0}
          clock={screen.clock}
          deskAheadMs={screen.deskAheadMs}
          timeZone={timeZone}
          onChanged={finish.refresh}
        />
        <FinishFooter
          eventId={eventId}
          runId={runId}
          runs={runs}
          lastAction={page?.lastAction ?? null}
          timeZone={timeZone}
          deskAheadMs={screen.deskAheadMs}
          sleptMs={screen.sleptMs}
          onUndo={orders.undo}
        />
      </aside>
    </div>
  );
}

interface LogSectionProps {
  readonly eventId: string;
  readonly finish: FinishLog;
  readonly entry: LineEntry;
  readonly commands: LineActions;
}

function LogSection({ eventId, finish, entry, commands }: LogSectionProps) {
  const { log, selected, changed, mode, text, timeZone, orders, list } = entry;
  const { queues, pressed, typed } = finish;
  const typedBib = changed === null ? text.trim() : "";
  return (
    <section className={styles["log"]} aria-label={words.finishLog.list}>
      <div className={styles["notices"]}>
        <NotSaved queues={queues} pressed={pressed} typed={typed} timeZone={timeZone} />
        <SetAside queues={queues} pressed={pressed} typed={typed} timeZone={timeZone} />
        <UnsavedOfOtherEvents openEventId={eventId} />
        <FailureNotice failure={orders.failure ?? finish.error} own={words.finishLog.failures} />
      </div>
      <FinishList
        log={log}
        selected={selected}
        timeZone={timeZone}
        view={list.view}
        typed={mode === "add-time" ? "" : typedBib}
        isAdding={mode === "add-time"}
        firstRow={list.firstRow}
        onMove={list.moved}
        onEnd={list.showEnd}
        onSelect={commands.select}
        onAddTime={commands.addTime}
      />
      <ItemTools
        log={log}
        selected={selected}
        typed={typedBib}
        timeZone={timeZone}
        onInsert={commands.insertAbove}
        onChange={commands.change}
        onSettle={orders.settle}
        onMove={commands.move}
        onRemove={commands.remove}
        onClose={() => commands.select(null)}
      />
    </section>
  );
}

/** The field for a bib, or for a time while one is typed. */
function LineField({ entry, commands }: Pick<LogSectionProps, "entry" | "commands">) {
  const { text, inputRef, changed, time } = entry;
  return time.entry === null ? (
    <BibEntry
      text={text}
      inputRef={inputRef}
      changedIndex={changed?.index ?? null}
      onType={commands.type}
      onEnter={commands.enter}
      onUnreadable={commands.unreadable}
    />
  ) : (
    <TimeEntryField
      entry={time.entry}
      text={text}
      inputRef={inputRef}
      onType={entry.setText}
      onEnter={commands.enter}
    />
  );
}
