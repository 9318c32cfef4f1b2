import { useLayoutEffect, useRef, useState } from "react";
import { hasKeyboard } from "#renderer/client/input/keyboard.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { FailureNotice } from "#renderer/ui/controls/error-notice.tsx";
import { BibEntry } from "./entry/bib-entry.tsx";
import { FinishFoot } from "./finish-footer.tsx";
import { FinishList } from "./finish-list.tsx";
import { isNextTime, stepItem } from "./finish-rows.ts";
import type { ChosenItem } from "./finish-rows.ts";
import { Guns } from "./entry/guns.tsx";
import { ItemTools } from "./entry/item-tools.tsx";
import { NotSaved } from "./saving/not-saved.tsx";
import { SetAside } from "./saving/set-aside.tsx";
import { StampButton } from "./stamps/stamp-button.tsx";
import { StrayLanes } from "./saving/unsaved-of-other-events.tsx";
import { TimeEntryField } from "./entry/time-entry.tsx";
import { useBibScans } from "./entry/use-bib-scans.ts";
import { useChosen } from "./entry/use-selected-item.ts";
import { useListView } from "./use-list-view.ts";
import { useFinishKeys } from "./use-finish-keys.ts";
import { useFinishLog } from "./use-finish-log.ts";
import { useFinishOrders } from "./use-finish-commands.ts";
import { useFinishSounds } from "./stamps/use-finish-sounds.ts";
import { useStampClock } from "./stamps/use-stamp-clock.ts";
import { useTimeEntry } from "./entry/use-time-entry.ts";
import { showClockTime } from "./entry/venue-time.ts";
import styles from "./finish-log.module.css";

/** What is typed for a finisher nobody could read. */
const unreadableSign = "?";

export interface FinishDeskProps {
  readonly eventId: string;
  readonly runId: string | null;
}

/** Times and bibs side by side, the key that stamps, the bib field, the guns. */
export function FinishDesk({ eventId, runId }: FinishDeskProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const list = useListView();
  const [text, setText] = useState("");
  const [isChanging, setChanging] = useState(false);
  const event = useQuery("event.get", { eventId }, { topics: ["events"] });
  const screen = useStampClock();
  const finish = useFinishLog(eventId, list.from);
  const orders = useFinishOrders(eventId, finish, screen.clock);
  const { log, page, pressed, typed } = finish;
  useFinishSounds(pressed, typed);
  useBibScans(eventId, addBib);
  const { chosen, setChosen } = useChosen(log);
  // A row without a time: what is typed for it is a time like those that were pressed.
  const [isAdding, setAdding] = useState(false);
  const changed = isChanging ? chosen : null;
  const timeZone = event.value?.timeZone ?? null;
  const runs = event.value?.runs ?? [];
  const time = useTimeEntry({
    rowId: isAdding ? "next" : changed?.list === "stamps" ? changed.id : null,
    index: isAdding ? (log?.stamps ?? 0) : (changed?.index ?? 0),
    text,
    log,
    guns: page?.guns ?? [],
    runs,
    timeZone,
    now: () => screen.clock.at(performance.now()),
  });

  function addBib(bib: string | null): void {
    orders.addBib(bib);
    list.showNextBib();
  }

  function type(typedNow: string): void {
    setText(typedNow);
    if (typedNow !== "" && chosen === null) list.showNextBib();
  }

  function choose(item: ChosenItem | null): void {
    if (isChanging || isAdding) setText("");
    setChanging(false);
    setAdding(false);
    setChosen(item);
  }

  function startChange(): boolean {
    if (log === null || chosen === null) return false;
    const row = log.rows.get(chosen.index);
    if (chosen.list === "bibs") {
      setText(row?.line?.bib ?? unreadableSign);
    } else {
      // A gap that was just put in may not be in the log yet: the row still has the time that moves down.
      const atMs = row?.stamp?.id === chosen.id ? row.stamp.atMs : null;
      setText(atMs === null ? "" : showClockTime(atMs, timeZone, 3));
    }
    setChanging(true);
    return true;
  }

  function addTime(): void {
    choose(null);
    setText("");
    setAdding(true);
  }

  // What stood there is selected: the next digit replaces it.
  const changedId = isAdding ? "next" : (changed?.id ?? null);
  useLayoutEffect(() => {
    if (changedId === null) return;
    inputRef.current?.focus();
    inputRef.current?.select();
  }, [changedId]);

  function enter(): boolean {
    if (time.entry !== null) {
      const atMs = time.take();
      if (atMs !== null && changed === null) {
        orders.addTime(atMs);
        choose(null);
      } else if (atMs !== null && changed !== null) {
        void orders.changeTime(changed.id, atMs).then((isDone) => {
          if (isDone) choose(null);
        });
      }
      return true;
    }
    const bib = text.trim();
    if (bib === "") return false;
    const read = bib === unreadableSign ? null : bib;
    if (changed === null) {
      addBib(read);
      choose(null);
      setText("");
    } else {
      void orders.changeBib(changed.id, read).then((isDone) => {
        if (isDone) choose(null);
      });
    }
    return true;
  }

  function unreadable(): boolean {
    if (time.entry !== null) return false;
    if (changed === null) {
      addBib(null);
      choose(null);
    } else {
      void orders.changeBib(changed.id, null).then((isDone) => isDone && choose(null));
    }
    return true;
  }

  function insertAbove(): boolean {
    if (chosen === null) return false;
    const bib = changed === null ? text.trim() : "";
    const isTyped = chosen.list === "bibs" && bib !== "" && bib !== unreadableSign;
    const { id, done } = orders.insertAbove(chosen, isTyped ? bib : null);
    // Chosen at once: what is typed next is its bib, not one more at the end.
    setChosen({ list: chosen.list, id, index: chosen.index, isMade: true });
    if (chosen.list === "bibs") {
      setText(isTyped ? "" : unreadableSign);
      setChanging(!isTyped);
    } else if (changed !== null) {
      setText("");
      setChanging(false);
    }
    if (hasKeyboard()) inputRef.current?.focus();
    void done.then((isDone) => {
      if (isDone) return;
      setChosen(chosen);
      setChanging(false);
      setText(isTyped ? bib : "");
    });
    return true;
  }

  function remove(isLine: boolean): boolean {
    if (log === null || chosen === null) return false;
    orders.remove(log, chosen, isLine);
    return true;
  }

  function move(by: -1 | 1): boolean {
    if (log === null || chosen === null) return false;
    orders.move(log, chosen, by);
    return true;
  }

  function escape(): void {
    if (text !== "" || isChanging || isAdding) {
      setText("");
      setChanging(false);
      setAdding(false);
    } else if (chosen !== null) choose(null);
    else list.showEnd();
    if (hasKeyboard()) inputRef.current?.focus();
  }

  useFinishKeys({
    inputRef,
    stamp: orders.stamp,
    enter,
    undo: orders.undo,
    escape,
    choose(step) {
      if (step === "times" && chosen !== null && isNextTime(log, chosen.index)) {
        addTime();
        return true;
      }
      const next = log === null ? null : stepItem(log, chosen, step);
      if (next !== null) choose(next);
      return next !== null;
    },
    move,
    insertAbove,
    unreadable,
    change: startChange,
    remove,
    toEnd: list.showEnd,
  });

  const error = orders.failure ?? finish.error;
  return (
    <div className={styles["desk"]}>
      <section className={styles["log"]} aria-label={words.finishLog.list}>
        <div className={styles["notices"]}>
          <NotSaved lanes={finish.lanes} pressed={pressed} typed={typed} timeZone={timeZone} />
          <SetAside lanes={finish.lanes} pressed={pressed} typed={typed} timeZone={timeZone} />
          <StrayLanes openEventId={eventId} />
          <FailureNotice failure={error} own={words.finishLog.failures} />
        </div>
        <FinishList
          log={log}
          chosen={chosen}
          timeZone={timeZone}
          view={list.view}
          typed={changed === null && !isAdding ? text.trim() : ""}
          isAdding={isAdding}
          firstRow={list.firstRow}
          onMove={list.moved}
          onEnd={list.showEnd}
          onChoose={choose}
          onAddTime={addTime}
        />
        <ItemTools
          log={log}
          chosen={chosen}
          typed={changed === null ? text.trim() : ""}
          timeZone={timeZone}
          onInsert={insertAbove}
          onChange={startChange}
          onSettle={orders.settle}
          onMove={move}
          onRemove={remove}
          onClose={() => choose(null)}
        />
      </section>
      <aside className={styles["side"]}>
        <StampButton onStamp={orders.stamp} />
        {time.entry === null ? (
          <BibEntry
            text={text}
            inputRef={inputRef}
            changedIndex={changed?.index ?? null}
            onType={type}
            onEnter={enter}
            onUnreadable={unreadable}
          />
        ) : (
          <TimeEntryField
            entry={time.entry}
            text={text}
            inputRef={inputRef}
            onType={setText}
            onEnter={enter}
          />
        )}
        <p
          className={styles["counts"]}
          data-waits={time.entry === null ? undefined : ""}
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
        <FinishFoot
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
