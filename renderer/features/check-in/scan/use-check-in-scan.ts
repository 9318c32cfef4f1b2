import { useCallback, useEffect, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { useScan } from "#renderer/client/input/use-scan.ts";
import { words } from "#renderer/i18n/words.ts";
import { useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { useCheckIn } from "../check-in-store.ts";
import type { ScanAnswer } from "../check-in-store.ts";
import type { Results } from "../results/use-results.ts";
import type { CheckInCommands } from "../commands/use-check-in-commands.ts";
import { judgeCard } from "../runner/verdict.ts";

/** The same code again within this time is the same reading, not a second one. */
const sameReadingMs = 300;

/**
 * A scan finds, it never presses the yellow button (B4), unless "check in on scan" is on: then one
 * runner who could be checked in with one keystroke is. A code that a person's key may be part of only finds: with both
 * readings, and Enter decides.
 */
export function useCheckInScan(
  eventId: string,
  results: Results,
  commands: CheckInCommands,
  checksInOnScan: boolean,
  inputRef: RefObject<HTMLInputElement | null>,
): void {
  const client = useClient();
  const last = useRef({ code: "", atMs: 0 });
  const expects = useRef<string | null>(null);

  const onCode = useCallback(
    async (code: string, instead: string | null) => {
      const atMs = Date.now();
      const isSame = last.current.code === code && atMs - last.current.atMs < sameReadingMs;
      last.current = { code, atMs };
      // A reading in ambiguous is shown again: its first key took the question off the screen, and nobody is checked in by it.
      if (isSame && instead === null) return;
      useCheckIn.getState().lookUp(true);
      const [reply, other] = await Promise.all([
        client.call("roster.scan", { eventId, text: code }),
        instead === null
          ? Promise.resolve(null)
          : client.call("roster.scan", { eventId, text: instead }),
      ]);
      if (last.current.atMs !== atMs) return;
      if (!reply.ok) {
        useCheckIn.getState().lookUp(false);
        commands.sound("look");
        useToast.getState().show({ tone: "look", text: words.checkIn.scanFailed(code) });
        return;
      }
      const answer = other?.ok === true ? eitherOf(reply.value, other.value) : reply.value;
      useCheckIn.getState().showScan(answer, instead === null ? null : { code, instead });
      const [only] = answer.rows;
      const isOne = answer.rows.length === 1 && only !== undefined;
      const isCertain = isOne && instead === null;
      expects.current = isCertain && checksInOnScan ? only.id : null;
      if (!isOne || (checksInOnScan && !isCertain)) commands.sound("look");
    },
    [client, eventId, commands, checksInOnScan],
  );
  useScan((code, instead) => void onCode(code, instead));

  // The next text is another runner's, whoever types it: it takes the place of the code in the box.
  const source = useCheckIn((state) => state.source);
  useLayoutEffect(() => {
    if (source.kind === "scanned") inputRef.current?.select();
  }, [source, inputRef]);

  useEffect(() => {
    const { source } = useCheckIn.getState();
    if (expects.current === null || source.kind !== "scanned") return;
    if (results.chosenId !== expects.current || !results.isWhole || results.card === null) return;
    expects.current = null;
    if (judgeCard(results.card).kind === "ready") commands.checkIn(results.card);
    else commands.sound("look");
  }, [results, commands]);
}

/** Whom either reading of a code means. Where one of them means nobody, it was the other. */
function eitherOf(one: ScanAnswer, other: ScanAnswer): ScanAnswer {
  if (one.rows.length === 0 && other.rows.length > 0) return other;
  const isNew = (id: string): boolean => one.rows.every((row) => row.id !== id);
  return { ...one, rows: [...one.rows, ...other.rows.filter(({ id }) => isNew(id))] };
}
