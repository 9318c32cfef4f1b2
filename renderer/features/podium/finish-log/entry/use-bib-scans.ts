import { useRef, useState } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { useScan } from "#renderer/client/input/use-scan.ts";
import { words } from "#renderer/i18n/words.ts";
import { useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { createSerialQueue } from "#shared/serial-queue.ts";

/** A scanner may deliver one code twice; a repetition within this time is ignored. */
const sameReadingMs = 300;
const longestBib = 100;
const shownOfCode = 28;

/**
 * Adds a scanned code to the list as a bib: the bib of the runner if the code identifies one, else the text of the code,
 * so that no finisher is lost. The codes keep their order, because the look-ups run one after the other.
 */
export function useBibScans(eventId: string, addBib: (bib: string) => void): void {
  const client = useClient();
  const [inSeries] = useState(createSerialQueue);
  const last = useRef({ code: "", atMs: 0 });

  async function addScanned(code: string): Promise<void> {
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
  }
  useScan((code) => {
    const atMs = performance.now();
    const isSame = last.current.code === code && atMs - last.current.atMs < sameReadingMs;
    last.current = { code, atMs };
    if (!isSame) void inSeries(() => addScanned(code));
  });
}
