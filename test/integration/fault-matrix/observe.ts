import type { DownloadRun } from "./download-run.ts";
import type { LookRun } from "./look-run.ts";
import type { SendRun } from "./send-run.ts";

/** What a run showed, in the codes of the table. A code in capitals is never expected. */
type Observer<Run> = (run: Run) => string;

const waitedMs = ({ sendings: [first, second] }: SendRun): number | null =>
  first === undefined || second === undefined ? null : second.at - first.at;

const nextStep = (run: SendRun): string => {
  const { record } = run.after;
  const gapMs = waitedMs(run);
  if (gapMs !== null) {
    if (run.after.gateClosed) return "gate";
    return gapMs >= 250 ? "backoff" : "TOO SOON";
  }
  if (record.state === "done") return "done";
  if (run.end.state === "done") return "looks";
  return run.end.state === "needs-attention" ? "person" : "held";
};

export const sendObservers = {
  O1: ({ attempts }) => attempts.map(({ outcome }) => outcome).join(", "),
  O2: ({ sendings, saved, end, made }) => {
    const same = sendings.every(({ key, body }) => key === saved.key && body === saved.body);
    const kept = new TextDecoder().decode(end.body) === saved.body;
    if (!same || !kept || end.idempotencyKey !== saved.key) return "CHANGED";
    if (made !== (end.state === "done" ? 1 : 0)) return "MISCOUNTED";
    return sendings.length > 1 ? "again" : "once";
  },
  O3: ({ statesAtSending }) =>
    statesAtSending.every((state) => state === "sending") ? "marked" : "UNMARKED",
  O4: ({ after: { record } }) => {
    if (record.state === "done") return record.remoteId === null ? "WITHOUT ID" : "done";
    return record.reason === "reconcile" ? "looks" : "open";
  },
  O5: (run) => `${nextStep(run)}, ${run.after.record.certainty}`,
  O6: (run) => {
    if (!run.after.gateClosed) return "open";
    return run.after.record.tries === 0 ? `closed ${(waitedMs(run) ?? 0) / 1_000} s` : "COUNTED";
  },
  O7: ({ sendings }) => (sendings.length > 1 ? "again" : "person"),
  O8: ({ after: { record } }) => {
    if (record.certainty !== "refused") return "not refused";
    if (record.serverMessage === null) return "WITHOUT WORDS";
    return Object.keys(record.serverFields).length > 0 ? "words, fields" : "words";
  },
  O9: ({ after: { keyRefused, shown } }) => {
    if (keyRefused) return "key held";
    return shown.reason === "forbidden" ? "endpoint held" : "free";
  },
  O11: ({ other }) => (other.state === "done" ? "goes on" : "held too"),
  O12: ({ after }) => after.connectivity,
} as const satisfies Readonly<Record<string, Observer<SendRun>>>;

export const lookObservers = {
  O10: ({ sendings, isAdopted, listings, state, reason }) => {
    if (sendings !== 1) return "SENT AGAIN";
    if (isAdopted) return listings > 1 ? "again, adopted" : "adopted";
    if (state === "needs-attention") return reason === "reconcile" ? "person" : "DECIDED";
    return "held";
  },
} as const satisfies Readonly<Record<string, Observer<LookRun>>>;

export const downloadObservers = {
  D1: ({ pages }) => pages.join(" "),
  D2: ({ midway, end }) =>
    [...midway.notes.slice(0, 1).map(({ code }) => code), end.state].join(", "),
  D3: ({ goneMidway, goneAtEnd }) => {
    if (goneMidway) return "SWEPT EARLY";
    return goneAtEnd ? "swept last" : "kept";
  },
  D4: ({ end: { state, notes } }) => {
    if (state !== "complete") return "not compared";
    return notes.length === 0 ? "agree" : "DIFFER";
  },
  D5: ({ digestMidway, digest }) => {
    if (digestMidway) return "TOO EARLY";
    return digest === null ? "none" : `${digest.added}, ${digest.changed}, ${digest.gone}`;
  },
  D6: ({ malformed, hasNew }) => {
    if (malformed > 0) return "MALFORMED";
    return hasNew ? "as sent" : "as before";
  },
  D7: ({ walkUp }) => (walkUp.state === "done" ? "sent" : "waits"),
} as const satisfies Readonly<Record<string, Observer<DownloadRun>>>;
