import type { FinishRow } from "#shared/contract/finish-log.ts";
import type { ComparedSegment, PublicationView } from "#shared/contract/results.ts";
import type { ComparedPerson, PlacedPerson } from "#shared/domain/results/publication.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { err, ok } from "#shared/result.ts";
import { ago, harbour } from "./everyday.ts";
import { heldElsewhere, twoLogs } from "./finish-holder-scenes.ts";
import type { Scene } from "./scene.ts";

const gunAtMs = ago(92);
const people = [
  ["12", "Tesfaye Wolde-Gabriel"],
  ["31", "Björn Þorvaldsson"],
  ["A7", "김 서준"],
  ["388", "Grzegorz Brzęczyszczykiewicz"],
  ["007", "عبد الرحمن بن يوسف الأندلسي"],
  ["104", "Noor van den Berg-El Amrani"],
  ["1190", "María José Etxeberria"],
  ["095", "山本 結衣"],
  ["417", "Ουρανία Παπαδοπούλου"],
  ["640", "राधिका शर्मा"],
  ["602", "Precious Oluwaseun Okadigbo-Chukwuemeka-Vandenbroucke"],
] as const;

const warningsAt: Readonly<Record<number, FinishRow["warnings"]>> = {
  3: ["not-checked-in"],
  5: ["twice", "refunded"],
};

function row(index: number, stamps: number, bibs: number): FinishRow {
  const [bib, name] = people[index % people.length] ?? ["", ""];
  const atMs = gunAtMs + 4_121_340 + index * 4_730 + ((index * 7_919) % 3_000);
  const isGap = index === 8;
  const isUnread = index === 6;
  const isUnknown = index === 9;
  const hasBib = index < bibs;
  const hasPerson = hasBib && !isUnread && !isUnknown;
  const isTenK = index % 4 === 2;
  return {
    index,
    stamp: index < stamps ? { id: `stamp-${index}`, atMs: isGap ? null : atMs } : null,
    line: hasBib ? { id: `line-${index}`, bib: isUnread ? null : isUnknown ? "9999" : bib } : null,
    runnerId: hasPerson ? `runner-${index}` : null,
    name: hasPerson ? name : null,
    runId: hasPerson ? (isTenK ? "r-10k" : "r-half") : null,
    runLabel: hasPerson ? (isTenK ? "10K" : "Half") : null,
    runPosition: isTenK ? 1 : 0,
    several: [],
    hundredths: hasPerson && index < stamps && !isGap ? Math.ceil((atMs - gunAtMs) / 10) : null,
    warnings: isUnknown ? ["unknown-bib"] : hasPerson ? (warningsAt[index] ?? []) : [],
  };
}

/** The same line with a bib of two runners: a person must choose the finisher (B2). */
const ambiguous = (of: FinishRow): FinishRow => ({
  ...of,
  runnerId: null,
  name: null,
  runId: null,
  runLabel: null,
  hundredths: null,
  several: [3, 10].map((at) => ({
    runnerId: `runner-${at}`,
    name: people[at]?.[1] ?? null,
    runLabel: at === 3 ? "Half" : "10K",
    runPosition: at === 3 ? 0 : 1,
    checkedIn: at === 3,
  })),
  warnings: ["ambiguous-bib"],
});

/** Twelve times and eleven bibs; the last bib belongs to two runners. */
const doubleBib = (): Scene["answers"] => ({
  ...log(12, 11),
  "finish.page": () =>
    ok({
      total: 12,
      stamps: 12,
      bibs: 11,
      gaps: 1,
      rows: Array.from({ length: 12 }, (_, at) =>
        at === 10 ? ambiguous(row(at, 12, 11)) : row(at, 12, 11),
      ),
      guns: [{ runId: "r-half", atMs: gunAtMs }],
      lastAction: { kind: "settle", bib: "1042", atMs: null },
      holder: null,
      sides: [],
    }),
});

/** A log with this many times and bibs, in the window that the core returns. */
function log(stamps: number, bibs: number): Scene["answers"] {
  const total = Math.max(stamps, bibs);
  return {
    "finish.page": ({ from, limit = 100 }: { from?: number; limit?: number }) => {
      const first = from ?? Math.max(0, total - limit);
      const end = Math.min(total, first + limit);
      return ok({
        total,
        stamps,
        bibs,
        gaps: stamps > 8 ? 1 : 0,
        rows: Array.from({ length: Math.max(0, end - first) }, (_, at) =>
          row(first + at, stamps, bibs),
        ),
        guns:
          total === 0
            ? []
            : [
                { runId: "r-half", atMs: gunAtMs },
                { runId: "r-10k", atMs: ago(62) },
              ],
        lastAction: total === 0 ? null : { kind: "bib", bib: "1042", atMs: null },
        holder: null,
        sides: [],
      });
    },
    "finish.stamp": () => ok({ total: total + 1, stamps: stamps + 1, bibs }),
    "finish.bib": () => ok({ total, stamps, bibs: bibs + 1 }),
    "time.get": () => ok({ atMs: Date.now() }),
    "podium.get": () =>
      ok({
        eventName: harbour.name,
        timeZone: harbour.timeZone,
        runs: harbour.runs.map(({ id, label, position, distanceMeters }) => ({
          id,
          label,
          position,
          distanceMeters,
          isRelay: false,
          segments: 6,
          announced: 1,
        })),
        runId: "r-half",
        segments: [overall],
        groups: [],
        awards: { state: "read", fetchedAtMs: ago(120), raw: null },
      }),
    "finish.fills": () =>
      ok({
        segments: [
          {
            segmentId: "sex:F",
            label: "Women",
            clock: "gun" as const,
            isAnnounced: false,
            follows: ["sheet-1"],
            fills: [filledLine(1, 412_564), filledLine(2, 412_994)],
            differs: [],
          },
          {
            segmentId: "sex:M~age:40-44",
            label: "Men 40–44",
            clock: "chip" as const,
            isAnnounced: false,
            follows: ["sheet-2"],
            fills: [filledLine(0, 412_134)],
            differs: [{ ...filledLine(3, 413_424), typed: "1:08:41" }],
          },
        ],
      }),
    "finish.placings": () =>
      ok({
        total: 41,
        unplaced: 6,
        firstUnplaced: [3, 4, 9, 17, 28].map((index) => ({
          index,
          bib: index === 4 ? null : `99${index}`,
        })),
        placings: [1, 2, 2, 4].map((place, at) => ({
          place,
          runnerId: `runner-${at}`,
          bib: people[at]?.[0] ?? "",
          name: people[at]?.[1] ?? null,
          hundredths: 412_134 + at * 430,
          warnings: at === 2 ? (["not-checked-in", "refunded"] as const).slice() : [],
        })),
      }),
  };
}

const filledLine = (at: number, hundredths: number) => ({
  runnerId: `runner-${at}`,
  bib: people[at]?.[0] ?? "",
  name: people[at]?.[1] ?? null,
  hundredths,
});

const overall: PodiumSegment = {
  runId: "r-half",
  segmentId: "overall",
  label: "Overall",
  clock: "gun",
  depth: 3,
  prizes: [],
  source: "organizer",
  state: "announced",
  revision: "j-1",
  actor: { operator: "Mei", desk: "Finish", atMs: ago(20) },
  changedBy: null,
  slots: [],
  toFill: 0,
  openWarnings: 0,
  announced: null,
  rivals: [],
};

const publication = (version: number, more: Partial<PublicationView> = {}): PublicationView => ({
  version,
  publishedAt: `2026-10-03T1${version}:04:00Z`,
  fetchedAtMs: ago(30 - version * 10),
  edition: 1,
  standing: version === 2 ? "current" : "superseded",
  segments: 6,
  malformed: 0,
  raw: `{"version":${version},"publishedAt":"2026-10-03T1${version}:04:00Z","publishedBy":"timing@harbourhills.run"}`,
  ...more,
});

const placed = (place: number, at: number, hundredths: number | null): PlacedPerson => ({
  place,
  participantId: `reg_${at}`,
  bib: people[at]?.[0] ?? null,
  name: people[at]?.[1] ?? null,
  hundredths,
});

const compared = (
  kind: ComparedPerson["kind"],
  before: PlacedPerson | null,
  after: PlacedPerson | null,
  recall = false,
  timeDiffers = false,
): ComparedPerson => ({
  kind,
  before,
  after,
  recall,
  changedPlace: kind === "moved" && !recall,
  timeDiffers,
});

const segments: ComparedSegment[] = [
  {
    segmentId: "overall",
    label: "Overall",
    lacks: null,
    recalls: 1,
    rows: [
      compared("same", placed(1, 0, 412_100), placed(1, 0, 412_100)),
      compared("moved", placed(3, 2, 416_000), placed(2, 2, 416_000)),
      compared("new", null, placed(3, 10, 419_733)),
      compared("moved", placed(2, 1, 416_000), placed(4, 1, 419_800), true, true),
    ],
  },
  {
    segmentId: "sex:female",
    label: "Women",
    lacks: null,
    recalls: 1,
    rows: [
      compared("same", placed(1, 5, 479_800), placed(1, 5, 479_850), false, true),
      compared("moved", placed(3, 7, 489_100), placed(2, 7, 489_100)),
      compared("missing", placed(2, 4, 486_500), null, true),
    ],
  },
  {
    segmentId: "sex:female~age:40-49",
    label: "Women 40–49",
    lacks: "before",
    recalls: 0,
    rows: [compared("new", null, placed(1, 8, 512_200))],
  },
  { segmentId: "special:first-local", label: "First local", lacks: "after", recalls: 0, rows: [] },
];

const results = (more: Scene["answers"] = {}): Scene["answers"] => ({
  ...log(40, 37),
  "results.get": () =>
    ok({
      state: "published",
      fetchedAtMs: ago(10),
      failure: null,
      publications: [publication(2), publication(1, { malformed: 1 })],
    }),
  "results.compare": () => ok({ segments, recalls: 2 }),
  "results.version": ({ version }: { version: number }) =>
    ok({
      publication: publication(version),
      segments: [
        {
          segmentId: "overall",
          label: "Overall",
          podium: [placed(1, 0, 412_100), placed(2, 2, 416_000), placed(3, 10, null)],
        },
        {
          segmentId: "sex:female",
          label: "Women",
          podium: [placed(1, 5, 479_850), placed(2, 7, 489_100)],
        },
        { segmentId: "special:team", label: "Team prize", podium: [] },
      ],
    }),
  "results.refresh": () => err("offline", ""),
  ...more,
});

const emptyResults = (state: "never" | "unpublished" | "failed" | "gone", failure: string | null) =>
  results({
    "results.get": () =>
      ok({ state, fetchedAtMs: state === "never" ? null : ago(4), failure, publications: [] }),
  });

const scene = (answers: Scene["answers"]): Scene => ({ hash: "#/podium", answers });

/** The scenes of the finish log and the official results. */
export const finishLineScenes: Readonly<Record<string, Scene>> = {
  "finish-log": scene(log(40, 37)),
  "finish-log-empty": scene(log(0, 0)),
  "finish-log-many": scene(log(10_000, 9_998)),
  "finish-log-more-bibs": scene(log(8, 11)),
  "finish-log-chosen": scene(log(12, 11)),
  "finish-log-chosen-remove": scene(log(12, 11)),
  "finish-log-chosen-time": scene(log(12, 11)),
  "finish-log-time": scene(log(12, 11)),
  "finish-log-changing": scene(log(12, 11)),
  "finish-log-typing": scene(log(12, 11)),
  "finish-log-not-saved": scene({
    ...log(12, 11),
    "finish.stamp": () => err("not-saved", "", { details: { why: "disk-full" } }),
  }),
  "finish-log-refused": scene({
    ...log(12, 11),
    "finish.stamp": () => err("not-found", ""),
  }),
  "finish-log-aside": scene({
    ...log(12, 11),
    "finish.stamp": () => err("not-found", ""),
  }),
  "finish-log-held": scene(heldElsewhere(log(40, 37))),
  "finish-log-two": scene(twoLogs(log(40, 37))),
  "finish-log-gun": scene(log(12, 11)),
  "finish-log-put": scene(log(40, 37)),
  "finish-log-who": scene(doubleBib()),
  official: scene(results()),
  "official-read": scene(results()),
  "official-changed": scene(
    results({
      "results.get": () =>
        ok({
          state: "unpublished",
          fetchedAtMs: ago(4),
          failure: null,
          publications: [
            publication(2, { edition: 2, standing: "withdrawn" }),
            publication(2, { standing: "replaced", fetchedAtMs: ago(25) }),
            publication(1),
          ],
        }),
    }),
  ),
  "official-agrees": scene(
    results({
      "results.compare": () =>
        ok({
          segments: segments.slice(0, 1).map((segment) => ({
            ...segment,
            recalls: 0,
            rows: segment.rows.slice(0, 1),
          })),
          recalls: 0,
        }),
    }),
  ),
  "official-not-announced": scene(
    results({
      "results.compare": () =>
        ok({
          segments: segments.map((segment) => ({
            ...segment,
            lacks: "before",
            rows: [],
            recalls: 0,
          })),
          recalls: 0,
        }),
    }),
  ),
  "official-never": scene(emptyResults("never", null)),
  "official-unpublished": scene(emptyResults("unpublished", null)),
  "official-failed": scene(emptyResults("failed", "offline")),
  "official-gone": scene(emptyResults("gone", "not-found")),
};
