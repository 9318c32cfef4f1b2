import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { useScan } from "#renderer/client/input/use-scan.ts";
import { words } from "#renderer/i18n/words.ts";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { onlyUnchecked, useCheckIn } from "../check-in-store.ts";
import type { ScanAnswer } from "../check-in-store.ts";
import type { Results } from "../results/use-results.ts";
import type { CheckInCommands } from "../commands/use-check-in-commands.ts";
import type { ReplyOf } from "#shared/contract/index.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import { judgeCard } from "../runner/verdict.ts";

/** The same code again within this time after its last reading is the same scan. */
const sameReadingMs = 300;

/** A scanned code. */
interface Reading {
  readonly code: string;
  /** When it was read last, in milliseconds of the page. */
  atMs: number;
  /** Esc was pressed before the code had an answer. */
  isDismissed: boolean;
}

/**
 * A scan shows a runner and does not check in (B4), unless "check in on scan" is on and the runner could be checked in with
 * one key press. Two kinds of scans never check in: an ambiguous one, of which one key may have been typed by a person,
 * shows the runners of both readings; a bib that nobody has shows the runners whose bibs look like it (B1). What is typed
 * before the look-up has an answer stays in the search box; a message names the runner, who is checked in if "check in on
 * scan" is on.
 */
export function useCheckInScan(
  eventId: string,
  results: Results,
  commands: CheckInCommands,
  checksInOnScan: boolean,
  inputRef: RefObject<HTMLInputElement | null>,
): void {
  const client = useClient();
  const last = useRef(noReading());
  /** The scanned runner who is checked in when the card is here. */
  const runnerToCheckIn = useRef<RunnerRow | null>(null);

  const onCode = useCallback(
    async (code: string, instead: string | null) => {
      const atMs = performance.now();
      const isSame = last.current.code === code && atMs - last.current.atMs < sameReadingMs;
      // A repeated ambiguous scan is not ignored: its first key went into the search box and cleared the rows. It never
      // checks anybody in, so showing it twice is harmless.
      if (isSame && instead === null) {
        last.current.atMs = atMs;
        return;
      }
      const reading: Reading = { code, atMs, isDismissed: false };
      last.current = reading;
      checkInUnseen(runnerToCheckIn, commands);
      useCheckIn.getState().lookUp(true);
      const { text: before } = useCheckIn.getState();
      const ask = (text: string) => client.call("roster.scan", { eventId, text });
      const [reply, other] = await Promise.all([ask(code), instead === null ? null : ask(instead)]);
      if (reading.isDismissed) return;
      if (last.current !== reading) {
        // The next code is on the screen.
        if (checksInOnScan) finishUnseen(code, reply, instead === null, commands);
        else if (reply.ok) sayNotCheckedIn(onlyUnchecked(reply.value));
        return;
      }
      // Nobody is said to be unknown before both readings were looked up.
      if (!reply.ok || (reply.value.rows.length === 0 && other?.ok === false)) {
        useCheckIn.getState().lookUp(false);
        commands.sound("look");
        showToast("look", words.checkIn.scanFailed(code));
        return;
      }
      const answer = other?.ok === true ? eitherOf(reply.value, other.value) : reply.value;
      const { text, scannedOnly, showScan } = useCheckIn.getState();
      if (text !== before && text.trim() !== "") {
        // The first key of the next code is in the box, or a person types.
        if (checksInOnScan) return finishUnseen(code, reply, instead === null, commands);
        commands.sound("look");
        sayScanned(code, answer);
        return;
      }
      showScan(answer, instead === null ? null : { code, instead });
      const isPlain = answer.rows.length === 1 && !answer.isLookAlike;
      const isCertain = isPlain && instead === null;
      runnerToCheckIn.current = isCertain && checksInOnScan ? (answer.rows[0] ?? null) : null;
      if (!checksInOnScan) sayNotCheckedIn(scannedOnly);
      if (answer.isLookAlike && instead === null) sayLookAlike(answer);
      if (!isPlain || (checksInOnScan && !isCertain)) commands.sound("look");
    },
    [client, eventId, commands, checksInOnScan],
  );
  useScan((code, instead) => void onCode(code, instead));

  // Esc dismisses the last code, and no code before it: those are no longer on the screen.
  const dismiss = useCallback(() => {
    last.current.isDismissed = true;
  }, []);
  useClears(dismiss);

  useSelectedCode(inputRef);

  useEffect(() => () => checkInUnseen(runnerToCheckIn, commands), [commands]);
  useEndAtExit(last);

  useEffect(() => {
    const { source, text } = useCheckIn.getState();
    if (source.kind !== "scanned") {
      // Somebody types the next runner. If the box was emptied, the person does not want the scanned runner.
      if (source.kind === "typed" && text.trim() === "") runnerToCheckIn.current = null;
      else checkInUnseen(runnerToCheckIn, commands);
      return;
    }
    if (runnerToCheckIn.current === null || results.chosenId !== runnerToCheckIn.current.id) return;
    if (!results.isWhole || results.card === null) return;
    runnerToCheckIn.current = null;
    if (judgeCard(results.card).kind === "ready") commands.checkIn(results.card);
    else commands.sound("look");
  }, [results, commands]);
}

/** The screen is left: an answer that comes later changes nothing on it. */
function useEndAtExit(last: RefObject<Reading>): void {
  useEffect(
    () => () => {
      last.current = noReading();
      useCheckIn.getState().lookUp(false);
    },
    [last],
  );
}

const noReading = (): Reading => ({ code: "", atMs: 0, isDismissed: false });

/** Selects a scanned code in the search box, so that the next typed text replaces it. */
function useSelectedCode(inputRef: RefObject<HTMLInputElement | null>): void {
  const source = useCheckIn((state) => state.source);
  useLayoutEffect(() => {
    if (source.kind === "scanned") inputRef.current?.select();
  }, [source, inputRef]);
}

/** Runs this when Esc empties the screen. */
function useClears(run: () => void): void {
  useEffect(
    () =>
      useCheckIn.subscribe(({ clears }, former) => {
        if (clears !== former.clears) run();
      }),
    [run],
  );
}

/** Checks in the scanned runner whose card did not come before the next runner. */
function checkInUnseen(
  runnerToCheckIn: RefObject<RunnerRow | null>,
  commands: CheckInCommands,
): void {
  const runner = runnerToCheckIn.current;
  runnerToCheckIn.current = null;
  if (runner !== null) commands.checkInScanned(runner);
}

/** The answer to a code after which another one was scanned: the one runner that it means is checked in. */
function finishUnseen(
  code: string,
  reply: ReplyOf<"roster.scan">,
  isCertain: boolean,
  commands: CheckInCommands,
): void {
  const [only, ...others] = reply.ok ? reply.value.rows : [];
  const isLookAlike = reply.ok && reply.value.isLookAlike;
  if (only !== undefined && others.length === 0 && isCertain && !isLookAlike) {
    commands.checkInScanned(only);
    return;
  }
  commands.sound("look");
  showToast("look", words.checkIn.scannedTooFast(code));
}

/** A scan alone checks nobody in; a person who scans one runner after the other may think that it does (B4). */
function sayNotCheckedIn(runner: RunnerRow | null): void {
  const { source } = useCheckIn.getState();
  const rows = source.kind === "scanned" ? source.answer.rows : [];
  if (runner === null || rows.some(({ id }) => id === runner.id)) return;
  showToast("look", words.checkIn.scannedOnly(runner.name), {
    label: words.checkIn.scanWhileTyping.open,
    run: () => useCheckIn.getState().open(runner.id),
  });
}

/** Nobody has the scanned bib; the message names the bibs that look like it. */
function sayLookAlike({ reading, rows }: ScanAnswer): void {
  const bibs = rows.flatMap(({ bib }) => bib ?? []);
  const text = words.checkIn.scanLookAlike(reading.text, bibs);
  showToast("look", text);
}

/** A message in place of the code's runner, because somebody types the next one already. */
function sayScanned(code: string, { rows }: ScanAnswer): void {
  const [only] = rows.length === 1 ? rows : [];
  const say = words.checkIn.scanWhileTyping;
  if (only === undefined) showToast("look", say.again(code));
  else {
    const open = (): void => useCheckIn.getState().open(only.id);
    showToast("look", say.one(code, only.name), { label: say.open, run: open });
  }
}

/** The runners of both readings of a code; if one reading has none, the other reading alone. */
function eitherOf(one: ScanAnswer, other: ScanAnswer): ScanAnswer {
  if (one.rows.length === 0 && other.rows.length > 0) return other;
  const isNew = (id: string): boolean => one.rows.every((row) => row.id !== id);
  return { ...one, rows: [...one.rows, ...other.rows.filter(({ id }) => isNew(id))] };
}
