import { useRef } from "react";
import { hasKeyboard } from "#renderer/client/input/keyboard.ts";
import { useIsConnected } from "#renderer/client/queries/connected.tsx";
import { useDesk, useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { FinishPage } from "#shared/contract/finish-log.ts";
import { BibEntry } from "./entry/bib-entry.tsx";
import { clockZone } from "./entry/gun-dialog.tsx";
import { Guns } from "./entry/guns.tsx";
import { ItemTools } from "./entry/item-tools.tsx";
import { TimeEntryField } from "./entry/time-entry.tsx";
import { useBibScans } from "./entry/use-bib-scans.ts";
import { FinishList } from "./finish-list.tsx";
import styles from "./finish-log.module.css";
import { LogHolder } from "./holder/log-holder.tsx";
import { NotDone } from "./not-done.tsx";
import { lineActions } from "./line-actions.ts";
import { MovedBibs } from "./saving/moved-bibs.tsx";
import { NotSaved } from "./saving/not-saved.tsx";
import { SetAside } from "./saving/set-aside.tsx";
import { UnsavedOfOtherEvents } from "./saving/unsaved-of-other-events.tsx";
import { StampButton } from "./stamps/stamp-button.tsx";
import { useFinishSounds } from "./stamps/use-finish-sounds.ts";
import { useStampClock } from "./stamps/use-stamp-clock.ts";
import { ToPodium } from "./to-podium/to-podium.tsx";
import { useFinishCommands } from "./use-finish-commands.ts";
import { useFinishKeys } from "./use-finish-keys.ts";
import { useFinishLog } from "./use-finish-log.ts";
import type { LineEntry } from "./use-line-entry.ts";
import { useLineEntry } from "./use-line-entry.ts";
import { showRow } from "./use-list-scroll.ts";
import { useListView } from "./use-list-view.ts";

export interface FinishEntryProps {
  readonly eventId: string;
  /** The run whose Overall segment can be filled from the log. All runs of an event share one log. */
  readonly runId: string;
}

/** The finish log: times and bibs side by side, the stamp button, the bib field and the gun times. */
export function FinishEntry({ eventId, runId }: FinishEntryProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const list = useListView();
  const event = useQuery("event.get", { eventId }, { topics: ["events"] });
  const timeZone = event.value?.timeZone ?? null;
  const screen = useStampClock();
  const finish = useFinishLog(eventId, list.from);
  const commands = useFinishCommands(eventId, finish, screen.clock, timeZone);
  useFinishSounds(finish);
  const runs = event.value?.runs ?? [];
  const shown = { finish, commands, list, screen };
  const entry = useLineEntry({ ...shown, eventId, runs, timeZone, inputRef });
  const actions = lineActions(entry);
  useBibScans(eventId, actions.addBib);
  function toField(): void {
    if (hasKeyboard()) inputRef.current?.focus();
  }
  function undo(isEmpty: boolean): boolean {
    if (!actions.leaveUnread() && !isEmpty) return false;
    commands.undo();
    return true;
  }
  useFinishKeys({
    ...actions,
    inputRef,
    stamp: commands.stamp,
    undo,
    redo: () => showToast("look", words.finishLog.noRedo),
    // In a change, Del edits the text; in an emptied field it has nothing to delete (P9).
    remove: (isLine) => entry.change === null && (showFirst(entry) || actions.remove(isLine)),
  });

  return (
    <div className={styles["desk"]}>
      <section className={styles["log"]} aria-label={words.finishLog.list}>
        <Notices eventId={eventId} entry={entry} onClosed={toField} />
        <FinishList entry={entry} actions={actions} />
        <ItemTools entry={entry} actions={actions} />
      </section>
      <aside className={styles["side"]}>
        <StampButton onStamp={commands.stamp} heldBy={heldBy(finish.page)} />
        {entry.time.entry === null ? (
          <BibEntry entry={entry} actions={actions} />
        ) : (
          <TimeEntryField
            entry={entry.time.entry}
            text={entry.text}
            inputRef={inputRef}
            onType={entry.setText}
            onEnter={actions.enter}
          />
        )}
        <Counts entry={entry} />
        <Guns eventId={eventId} entry={entry} onStarted={toField} />
        <div className={styles["foot"]}>
          <span className={styles["undo"]} data-each-tap="">
            <UndoButton entry={entry} onUndo={() => undo(true)} />
          </span>
          <ToPodium
            eventId={eventId}
            runId={runId}
            runs={runs}
            onFilled={commands.filled}
            endChange={() => entry.change === null || actions.select(null)}
            onClosed={toField}
          />
        </div>
        <ClockNote entry={entry} />
      </aside>
    </div>
  );
}

/** The name of the other computer that holds the log; null if this one may write it (M13). */
const heldBy = (page: FinishPage | null): string | null =>
  page === null || page.holder === null || page.holder.isThis ? null : page.holder.name;

/** Del removes only what a person sees: a selected item that is out of sight is shown first. */
function showFirst({ log, selected }: LineEntry): boolean {
  if (log === null || selected === null || !showRow(selected.index, log.total)) return false;
  const text = words.finishLog.removeAgain(selected.list, selected.index);
  showToast("look", text);
  return true;
}

interface EntryProps {
  readonly entry: LineEntry;
}

interface NoticesProps extends EntryProps {
  readonly eventId: string;
  /** A message was closed. */
  readonly onClosed: () => void;
}

/** What is not saved or not done, and who holds the log. */
function Notices({ eventId, entry: { finish, commands, timeZone }, onClosed }: NoticesProps) {
  const isConnected = useIsConnected();
  return (
    <div className={styles["notices"]}>
      <NotSaved {...finish} timeZone={timeZone} />
      <SetAside {...finish} timeZone={timeZone} />
      <LogHolder eventId={eventId} finish={finish} timeZone={timeZone} />
      <MovedBibs eventId={eventId} onClosed={onClosed} />
      <UnsavedOfOtherEvents openEventId={eventId} />
      {commands.failed === null ? (
        // Without a connection the alert above the screen says so already, and the cards need the room.
        <FailureNotice failure={isConnected ? finish.error : null} own={words.finishLog.failures} />
      ) : (
        <NotDone
          failed={commands.failed}
          onClose={() => {
            commands.closeFailed();
            onClosed();
          }}
        />
      )}
    </div>
  );
}

function Counts({ entry: { log, time } }: EntryProps) {
  const { counts, missing } = words.finishLog;
  return (
    <p className={styles["counts"]} data-waits={time.entry === null ? undefined : ""} role="status">
      {log === null ? null : (
        <>
          <b>{counts(log.stamps, log.bibs, log.gaps)}</b>
          {log.stamps === log.bibs ? null : ` ${missing(log.stamps, log.bibs, log.gaps)}`}
        </>
      )}
    </p>
  );
}

/** Says what it undoes: a press on the wrong one would lose a gap or a gun time. */
function UndoButton({
  entry: { finish, commands },
  onUndo,
}: EntryProps & { readonly onUndo: () => void }) {
  const { finishLog } = words;
  const { page, pressed, typed, started } = finish;
  // What is being saved is undone first, and the page does not know it yet.
  const isBehind = [pressed, typed, started].some(
    ({ unsaved, saved }) => unsaved.length + saved.length > 0,
  );
  const last = page?.lastAction ?? null;
  return (
    <Button icon="undo" keycap={finishLog.undoKeys} onPress={onUndo}>
      {commands.undoesFill ? finishLog.undoFill : finishLog.undoWhat(last, isBehind)}
    </Button>
  );
}

/** Who writes the log, and which clock the times are from. */
function ClockNote({ entry: { timeZone, screen, finish } }: EntryProps) {
  const { finishLog } = words;
  const isPaired = (useDesk().value?.forbidden.length ?? 0) > 0;
  const holder = finish.page?.holder ?? null;
  // A browser writes the log of the computer that it is paired with (M13).
  const here = isPaired ? finishLog.holder.hereOf(holder?.name ?? "") : finishLog.holder.here;
  const { deskAheadMs, sleptMs } = screen;
  return (
    <p className={styles["clock"]}>
      {holder?.isThis === true ? `${here} ` : null}
      {clockZone(timeZone)}
      {deskAheadMs === 0 ? null : ` ${finishLog.clockAhead(deskAheadMs)}`}
      {sleptMs === null ? null : ` ${finishLog.slept(sleptMs)}`}
    </p>
  );
}
