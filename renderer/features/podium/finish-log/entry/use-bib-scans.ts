import { useCallback, useRef } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { useScan } from "#renderer/client/input/use-scan.ts";
import { words } from "#renderer/i18n/words.ts";
import { useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";

/** The same code again within this time is the same reading, not a second one. */
const sameReadingMs = 300;
const longestBib = 100;
const shownOfCode = 28;

/**
 * A code that was scanned stands in the list as a bib: the runner's, where it names one runner, else what was read, so
 * that no finisher is lost. Codes keep their order however long each look-up takes.
 */
export function useBibScans(eventId: string, addBib: (bib: string) => void): void {
  const client = useClient();
  const queue = useRef<Promise<void>>(Promise.resolve());
  const last = useRef({ code: "", atMs: 0 });

  const look = useCallback(
    async (code: string): Promise<void> => {
      const reply = await client.call("roster.scan", { eventId, text: code });
      const rows = reply.ok ? reply.value.rows : [];
      const bib = rows.length === 1 ? rows[0]?.bib : null;
      if (bib !== null && bib !== undefined) {
        addBib(bib);
        return;
      }
      const read = (reply.ok ? reply.value.reading.text : code).trim().slice(0, longestBib);
      if (read === "") return;
      addBib(read);
      if (reply.ok && rows.length === 0) {
        const text = words.finishLog.scanNobody(read.slice(0, shownOfCode));
        useToast.getState().show({ tone: "look", text });
      }
    },
    [client, eventId, addBib],
  );
  useScan((code) => {
    const atMs = performance.now();
    const isSame = last.current.code === code && atMs - last.current.atMs < sameReadingMs;
    last.current = { code, atMs };
    if (!isSame) queue.current = queue.current.then(() => look(code));
  });
}
