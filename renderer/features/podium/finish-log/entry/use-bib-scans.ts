import { useRef } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { useScan } from "#renderer/client/input/use-scan.ts";
import { words } from "#renderer/i18n/words.ts";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { ReplyOf } from "#shared/contract/index.ts";
import type { FinishCommands } from "../use-finish-commands.ts";

/** A scanner may deliver one code twice; a repetition within this time after the last reading is ignored. */
const sameReadingMs = 300;
const longestBib = 100;
const shownOfCode = 28;
/** A code that nobody looked up within this time is kept as read, because the bibs behind it wait. */
const lookUpMs = 10_000;

type Looked = ReplyOf<"roster.scan"> | { readonly ok: false };

/**
 * Adds a scanned code to the list as a bib: the bib of the runner if the code identifies one, else the text of the code,
 * so that no finisher is lost. Of a code in doubt, the reading that identifies a runner is taken, and the screen says so.
 * The code has its place before its look-up has an answer, and what is typed meanwhile stands behind it (P9).
 */
export function useBibScans(eventId: string, addBib: FinishCommands["addBib"]): void {
  const client = useClient();
  const last = useRef({ code: "", atMs: 0 });

  const lookUp = (text: string): Promise<Looked> => {
    const noAnswer = new Promise<Looked>((resolve) =>
      setTimeout(() => resolve({ ok: false }), lookUpMs),
    );
    return Promise.race([client.call("roster.scan", { eventId, text }), noAnswer]);
  };

  async function bibOf(code: string, instead: string | null): Promise<string> {
    const [reply, other] = await Promise.all([
      lookUp(code),
      instead === null ? null : lookUp(instead),
    ]);
    const bib = bibIn(reply) ?? bibIn(other);
    const read = reply.ok ? textOf(reply.value.reading.text) : "";
    const taken = bib ?? (read === "" ? textOf(code) : read);
    if (instead !== null) {
      showToast("look", words.finishLog.scanDoubt(shorten(code), shorten(instead), shorten(taken)));
    } else if (bib === null) {
      const { scanFailed, scanNobody, scanSeveral, scanUnclear } = words.finishLog;
      const shown = shorten(taken);
      const rows = reply.ok ? reply.value.rows : [];
      const isOfSeveral = reply.ok && rows.length > 1 && !reply.value.isLookAlike;
      const sayWhy = !reply.ok ? scanFailed : rows.length === 0 ? scanNobody : scanUnclear;
      showToast("look", isOfSeveral ? scanSeveral(shown, rows) : sayWhy(shown));
    }
    return taken;
  }
  useScan((code, instead) => {
    const atMs = performance.now();
    const isSame = last.current.code === code && atMs - last.current.atMs < sameReadingMs;
    last.current = { code, atMs };
    if (!isSame && textOf(code) !== "") addBib(textOf(code), bibOf(code, instead));
  });
}

const textOf = (code: string): string => code.trim().slice(0, longestBib);
const shorten = (text: string): string => text.slice(0, shownOfCode);

/**
 * The bib of the runners whom the code identifies: of one, or of several who share it, such as a relay team (B2). Null if
 * there is no such bib. `7` does not identify `007` (B1).
 */
function bibIn(reply: Looked | null): string | null {
  const rows = reply?.ok === true && !reply.value.isLookAlike ? reply.value.rows : [];
  const [bib = null, ...others] = new Set(rows.map((row) => row.bib));
  return others.length === 0 ? bib : null;
}
