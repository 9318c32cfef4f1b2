import { useRef, useState } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { useScan } from "#renderer/client/input/use-scan.ts";
import { words } from "#renderer/i18n/words.ts";
import { useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { ReplyOf } from "#shared/contract/index.ts";
import { createSerialQueue } from "#shared/serial-queue.ts";

/** A scanner may deliver one code twice; a repetition within this time after the last reading is ignored. */
const sameReadingMs = 300;
const longestBib = 100;
const shownOfCode = 28;

/**
 * Adds a scanned code to the list as a bib: the bib of the runner if the code identifies one, else the text of the code,
 * so that no finisher is lost. Of a code in doubt, the reading that identifies a runner is taken, and the screen says so.
 * The codes keep their order among each other, because the look-ups run one after the other.
 *
 * @returns A function that adds a typed bib behind the codes that are still being looked up (P9), else at once.
 */
export function useBibScans(
  eventId: string,
  addBib: (bib: string | null) => void,
): (bib: string | null) => void {
  const client = useClient();
  const [inSeries] = useState(createSerialQueue);
  const last = useRef({ code: "", atMs: 0 });
  const lookUps = useRef(0);

  const lookUp = (text: string) => client.call("roster.scan", { eventId, text });
  const say = (text: string): void => useToast.getState().show({ tone: "look", text });

  async function addScanned(code: string, instead: string | null): Promise<void> {
    const [reply, other] = await Promise.all([
      lookUp(code),
      instead === null ? null : lookUp(instead),
    ]);
    const bib = bibOfRunner(reply) ?? bibOfRunner(other);
    const read = (reply.ok ? reply.value.reading.text : code).trim().slice(0, longestBib);
    const taken = bib ?? read;
    if (taken === "") return;
    addBib(taken);
    if (instead !== null) {
      say(words.finishLog.scanDoubt(shorten(code), shorten(instead), shorten(taken)));
    } else if (bib === null) {
      const { scanFailed, scanNobody, scanUnclear } = words.finishLog;
      const text = !reply.ok
        ? scanFailed
        : reply.value.rows.length === 0
          ? scanNobody
          : scanUnclear;
      say(text(shorten(read)));
    }
  }
  useScan((code, instead) => {
    const atMs = performance.now();
    const isSame = last.current.code === code && atMs - last.current.atMs < sameReadingMs;
    last.current = { code, atMs };
    if (isSame) return;
    lookUps.current += 1;
    void inSeries(() => addScanned(code, instead)).finally(() => (lookUps.current -= 1));
  });

  return (bib) => {
    if (lookUps.current === 0) addBib(bib);
    else void inSeries(async () => addBib(bib));
  };
}

const shorten = (text: string): string => text.slice(0, shownOfCode);

/** The bib of the only runner whom the code identifies; null if there is none. */
function bibOfRunner(reply: ReplyOf<"roster.scan"> | null): string | null {
  const rows = reply?.ok === true ? reply.value.rows : [];
  return rows.length === 1 ? (rows[0]?.bib ?? null) : null;
}
