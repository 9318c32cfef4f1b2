import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { hasKeyboard } from "#renderer/client/keyboard.ts";
import { useQuery } from "#renderer/client/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/button.tsx";
import { FailureNotice } from "#renderer/ui/failure-notice.tsx";
import { BibEntry } from "./bib-entry.tsx";
import { FinishList } from "./finish-list.tsx";
import { findChosen, stepItem } from "./finish-rows.ts";
import type { ChosenItem } from "./finish-rows.ts";
import { Guns } from "./guns.tsx";
import { ItemTools } from "./item-tools.tsx";
import { NotSaved } from "./not-saved.tsx";
import { SetAside } from "./set-aside.tsx";
import { StampButton } from "./stamp-button.tsx";
import { ToPodium } from "./to-podium.tsx";
import { StrayLanes } from "./stray-lanes.tsx";
import { useBibScans } from "./use-bib-scans.ts";
import { useFinishKeys } from "./use-finish-keys.ts";
import { useFinishLog } from "./use-finish-log.ts";
import { useFinishOrders } from "./use-finish-orders.ts";
import { useFinishSounds } from "./use-finish-sounds.ts";
import { useStampClock } from "./use-stamp-clock.ts";
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
  const [from, setFrom] = useState<number | null>(null);
  const [text, setText] = useState("");
  const [isChanging, setChanging] = useState(false);
  const [chosenBefore, setChosen] = useState<ChosenItem | null>(null);
  const event = useQuery("event.get", { eventId }, { topics: ["events"] });
  const screen = useStampClock();
  const finish = useFinishLog(eventId, from);
  const orders = useFinishOrders(eventId, finish, screen.clock);
  const { log, page, pressed, typed } = finish;
  useFinishSounds(pressed, typed);
  useBibScans(eventId, orders.addBib);

  const chosen = useMemo(
    () => (log === null || chosenBefore === null ? null : findChosen(log, chosenBefore)),
    [log, chosenBefore],
  );
  const changed = isChanging && chosen?.list === "bibs" ? chosen : null;
  const isFollowing = from === null;
  const follow = useCallback(() => setFrom(null), []);

  function choose(item: ChosenItem | null): void {
    if (isChanging) setText("");
    setChanging(false);
    setChosen(item);
  }

  function startChange(): boolean {
    if (log === null || chosen?.list !== "bibs") return false;
    setText(log.rows.get(chosen.index)?.line?.bib ?? unreadableSign);
    setChanging(true);
    return true;
  }

  // The old bib stands selected: the next digit replaces it.
  const changedId = changed?.id ?? null;
  useLayoutEffect(() => {
    if (changedId === null) return;
    inputRef.current?.focus();
    inputRef.current?.select();
  }, [changedId]);

  function enter(): boolean {
    const bib = text.trim();
    if (bib === "") return false;
    const read = bib === unreadableSign ? null : bib;
    if (changed === null) {
      orders.addBib(read);
      setText("");
      follow();
    } else {
      void orders.changeBib(changed.id, read).then((isDone) => {
        if (isDone) choose(null);
      });
    }
    return true;
  }

  function insertAbove(): boolean {
    if (chosen === null) return false;
    const bib = text.trim();
    const isTyped = chosen.list === "bibs" && bib !== "" && bib !== unreadableSign;
    void orders.insertAbove(chosen, isTyped ? bib : null).then((isDone) => {
      if (isDone && isTyped) setText("");
    });
    return true;
  }

  function remove(): boolean {
    if (chosen !== null) orders.remove(chosen);
    return chosen !== null;
  }

  function move(by: -1 | 1): boolean {
    if (log === null || chosen === null) return false;
    orders.move(log, chosen, by);
    return true;
  }

  function escape(): void {
    if (text !== "" || isChanging) {
      setText("");
      setChanging(false);
    } else if (chosenBefore !== null) choose(null);
    else follow();
    if (hasKeyboard()) inputRef.current?.focus();
  }

  useFinishKeys({
    inputRef,
    stamp: orders.stamp,
    enter,
    undo: orders.undo,
    escape,
    choose(step) {
      const next = log === null ? null : stepItem(log, chosen, step);
      if (next !== null) choose(next);
      return next !== null;
    },
    move,
    insertAbove,
    change: startChange,
    remove,
    toEnd: follow,
  });

  const timeZone = event.value?.timeZone ?? null;
  const runs = event.value?.runs ?? [];
  const lastAction = page?.lastAction ?? null;
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
          isFollowing={isFollowing}
          onFrom={setFrom}
          onChoose={choose}
        />
        <ItemTools
          log={log}
          chosen={chosen}
          typed={changed === null ? text.trim() : ""}
          timeZone={timeZone}
          onInsert={insertAbove}
          onChange={startChange}
          onMove={move}
          onRemove={remove}
          onClose={() => choose(null)}
        />
      </section>
      <aside className={styles["side"]}>
        <StampButton onStamp={orders.stamp} />
        <BibEntry
          text={text}
          inputRef={inputRef}
          changedIndex={changed?.index ?? null}
          onType={setText}
          onEnter={enter}
          onUnreadable={() => {
            if (changed === null) orders.addBib(null);
            else void orders.changeBib(changed.id, null).then((isDone) => isDone && choose(null));
          }}
        />
        <p className={styles["counts"]} role="status">
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
        <div className={styles["foot"]}>
          <Button
            icon="undo"
            keycap={words.finishLog.undoKeys}
            label={lastAction === null ? undefined : words.finishLog.undoWhat[lastAction]}
            onPress={orders.undo}
          >
            {words.finishLog.undo}
          </Button>
          <ToPodium eventId={eventId} runId={runId} runs={runs} />
        </div>
        <p className={styles["clock"]}>
          {timeZone === null
            ? words.finishLog.clockHere
            : words.finishLog.clockZone(timeZone.replaceAll("_", " "))}
          {screen.deskAheadMs === 0 ? null : ` ${words.finishLog.clockAhead(screen.deskAheadMs)}`}
          {screen.sleptMs === null ? null : ` ${words.finishLog.slept(screen.sleptMs)}`}
        </p>
      </aside>
    </div>
  );
}
