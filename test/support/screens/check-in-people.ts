import type { OutputOf } from "#shared/contract/index.ts";
import type { HistoryLine, RunnerCard, RunnerRow } from "#shared/contract/roster.ts";
import { ok } from "#shared/result.ts";
import { ago, harbour, nowMs } from "./everyday.ts";
import type { Answers } from "./scene.ts";

/** Sixty characters without a space, so that the name cannot be wrapped at a word. */
export const longName = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis";
export const arabicName = "عبد الرحمن بن محمد بن عبد العزيز الأنصاري القرطبي الإشبيلي";
export const chineseName =
  "欧阳司徒上官诸葛夏侯慕容皇甫尉迟公孙令狐宇文长孙鲜于闾丘端木百里东郭南门呼延西门左丘";
export const longEmail =
  "wolfeschlegelsteinhausenbergerdorff.and.sons@clubhouse-of-the-harbour.example";

export const mei = { operator: "Mei Tanaka", desk: "Desk 1", atMs: ago(4) };
const jonas = { operator: longName, desk: "Desk 2 by the northern door", atMs: ago(19) };

export const runner = (more: Partial<RunnerRow>): RunnerRow => ({
  id: "g1",
  source: "api",
  runId: "r-half",
  runLabel: "Half",
  runPosition: 0,
  runStartTime: "09:00",
  name: "Amara Okafor",
  email: "a.okafor@posteo.net",
  bib: "1042",
  standing: "confirmed",
  registrationStatus: "confirmed",
  paceGroup: "45 min",
  teamId: null,
  checkedIn: null,
  checkedInElsewhere: false,
  delivery: null,
  ...more,
});

export const family: readonly RunnerRow[] = [
  runner({ id: "f1", name: "Chidi Okafor", bib: "1043", runId: "r-10k", runLabel: "10K" }),
  runner({ id: "f2", name: arabicName, bib: "123456", runLabel: "Kids", runPosition: 3 }),
  runner({ id: "f3", name: longName, bib: "HARBOUR-2026-01", checkedIn: mei }),
  runner({ id: "f4", name: chineseName, bib: null, standing: "waitlist" }),
];

export const history: readonly HistoryLine[] = [
  line("h1", "bib-given", { bib: "HARBOUR-2026-000123", previousBib: "1042" }),
  line("h2", "checked-in", { undoable: true }),
  line("h3", "check-in-undone", { reason: `${longName} asked for it, and so did ${arabicName}` }),
  line("h4", "checked-in", { undoable: true }),
];

function line(entryId: string, kind: HistoryLine["kind"], more: Partial<HistoryLine>): HistoryLine {
  const actor = entryId === "h3" ? jonas : mei;
  return {
    entryId,
    kind,
    actor,
    bib: null,
    previousBib: null,
    reason: null,
    undoable: false,
    ...more,
  };
}

const runCounts: OutputOf<"roster.runCounts"> = {
  runs: harbour.runs.map((run, at) => ({
    runId: run.id,
    label: run.label ?? "",
    position: run.position,
    startTime: run.startTime,
    startsAtMs: run.startTime === null ? null : Date.parse(`${run.date}T${run.startTime}`),
    date: run.date,
    arrived: at * 211,
    expected: run.takenPlaces ?? 0,
  })),
  arrivals: Array.from({ length: 60 }, (_, at) => (at * 7) % 11),
  atMs: nowMs,
  checkIns: 1_813,
};

/** The same half an hour before the start of two runs, in the time zone of the page. */
export function soonToStart(): OutputOf<"roster.runCounts"> {
  const start = new Date(nowMs + 25 * 60_000);
  const [date = ""] = new Date(start.getTime() - start.getTimezoneOffset() * 60_000)
    .toISOString()
    .split("T");
  const startTime = start.toTimeString().slice(0, 5);
  const runs = runCounts.runs.map((run, at) =>
    at < 2 ? { ...run, date, startTime, startsAtMs: start.getTime() } : run,
  );
  return { ...runCounts, runs, arrivals: runCounts.arrivals.map((count) => count * 6) };
}

const recent = [
  runner({ id: "t1", name: longName, bib: "123456" }),
  runner({ id: "t2", name: arabicName, bib: "A12", delivery: "refused", source: "walk-up" }),
  runner({ id: "t3", name: chineseName, bib: "HARBOUR-2026-01", runLabel: "10K", runPosition: 1 }),
  runner({
    id: "t4",
    name: "Siobhán Ní Bhriain",
    bib: null,
    delivery: "refused",
    source: "walk-up",
  }),
  runner({ id: "t5", name: null, bib: "007" }),
];

export const nobody: OutputOf<"roster.search"> = {
  rows: [],
  total: 0,
  more: false,
  exactBibs: 0,
  exactNames: 0,
  meantId: null,
  near: false,
};

const found = (row: RunnerRow) => ({ ...row, match: { bib: [], name: [], email: [] } });

/** A morning on which the search finds these runners, and the first one's card is `shown`. */
export const morning = (shown: RunnerCard, others: readonly RunnerRow[] = []): Answers => ({
  "roster.runCounts": () => ok(runCounts),
  "roster.recent": () =>
    ok({
      checkIns: recent.map((row, at) => ({ entryId: `e${at}`, runner: row, atMs: ago(at + 1) })),
    }),
  "roster.search": () => {
    const rows = [shown.runner, ...others].map(found);
    return ok({ ...nobody, rows, total: rows.length, exactBibs: 1, meantId: shown.runner.id });
  },
  "roster.get": () => ok(shown),
});
