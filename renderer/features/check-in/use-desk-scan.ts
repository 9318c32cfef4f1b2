import { useCallback, useEffect, useRef } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { useScan } from "#renderer/client/use-scan.ts";
import { useCheckIn } from "./check-in-store.ts";
import type { Found } from "./use-found.ts";
import type { Orders } from "./use-orders.ts";
import { judgeCard } from "./verdict.ts";

/** The same code again within this time is the same reading, not a second one. */
const sameReadingMs = 300;

/**
 * A scan finds, it never presses the yellow button (B4), unless "check in on scan" is on: then one
 * runner who could be checked in with one keystroke is.
 */
export function useDeskScan(
  eventId: string,
  found: Found,
  orders: Orders,
  checksInOnScan: boolean,
): void {
  const client = useClient();
  const last = useRef({ code: "", atMs: 0 });
  const expects = useRef<string | null>(null);

  const onCode = useCallback(
    async (code: string) => {
      const atMs = Date.now();
      const isSame = last.current.code === code && atMs - last.current.atMs < sameReadingMs;
      last.current = { code, atMs };
      if (isSame) return;
      const reply = await client.call("roster.scan", { eventId, text: code });
      if (!reply.ok || last.current.atMs !== atMs) return;
      useCheckIn.getState().showScan(reply.value);
      const [only] = reply.value.rows;
      const isOne = reply.value.rows.length === 1 && only !== undefined;
      expects.current = isOne && checksInOnScan ? only.id : null;
      if (!isOne) orders.sound("look");
    },
    [client, eventId, orders, checksInOnScan],
  );
  useScan((code) => void onCode(code));

  useEffect(() => {
    const { source } = useCheckIn.getState();
    if (expects.current === null || source.kind !== "scanned") return;
    if (found.chosenId !== expects.current || !found.isWhole || found.card === null) return;
    expects.current = null;
    if (judgeCard(found.card).kind === "ready") orders.checkIn(found.card);
    else orders.sound("look");
  }, [found, orders]);
}
