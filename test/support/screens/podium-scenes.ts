import type { PodiumSegment } from "#shared/contract/podium.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import { err, ok } from "#shared/result.ts";
import { sampleRunner } from "#test/support/sample-runner.ts";
import { announce, madeSegment, mei, podiumBook } from "./podium-book.ts";
import type { Scene } from "./scene.ts";
import { ago, connection, status } from "./everyday.ts";

const overall = madeSegment({
  id: "overall",
  label: "Overall",
  slots: [
    { bib: "12", time: "1:08:40.22" },
    { bib: "31", time: "1:09:19.80" },
    { bib: "A7", tie: true, time: "1:09:19.80" },
    { bib: "388", time: "1:09:57.1" },
  ],
});
const women = madeSegment({
  id: "sex:female",
  label: "Women",
  slots: [
    { bib: "104", time: "1:19:58" },
    { bib: "221", time: "1:21:04.32" },
    { bib: "1190", tie: true, time: "1:21:04.32" },
    { bib: "095", time: "1:21:31", warnings: [{ kind: "not-checked-in" }] },
  ],
});
const men = madeSegment({
  id: "sex:male",
  label: "Men",
  slots: [
    { bib: "12", time: "1:08:40.22" },
    { bib: "31", time: "1:09:19.80" },
  ],
});
const women40 = madeSegment({
  id: "sex:female~age:40-49",
  label: "Women 40–49",
  depth: 3,
  slots: [
    {
      bib: "221",
      time: "1:20:46.9",
      warnings: [
        { kind: "also-in-group", segmentId: "sex:female", segmentLabel: "Women", place: 2 },
      ],
    },
    { bib: "417", time: "1:26:10" },
    { bib: "602", time: "1:27:33" },
  ],
});
const men40 = madeSegment({ id: "sex:male~age:40-49", label: "Men 40–49", depth: 3 });
const special = madeSegment({ id: "special:first-local", label: "First local", depth: 1 });
const board = [announce(overall), women, men, women40, men40, special];

const noBib = (name: string, id: string): RunnerRow =>
  sampleRunner({ id, runId: "r-half", runLabel: "Half", name, bib: null });
const wanda = noBib("Wanda Nováková", "w_1");
const wilma = noBib("Wilma Oyelaran-Prudhomme", "w_2");
/** The second of the men has no bib, and a time that was typed. */
const menNoBib: PodiumSegment = {
  ...men,
  slots: men.slots.map((slot, index) =>
    index === 1
      ? { ...slot, bib: "", runnerId: wanda.id, name: wanda.name, currentBib: null }
      : slot,
  ),
};

const hardNames = madeSegment({
  id: "special:names",
  label: "Extraordinarily long segment name for club members of the harbour",
  depth: 3,
  slots: [
    { bib: "78", time: "1:30:00" },
    { bib: "77", time: "1:31:00" },
    { bib: "640", time: "30:00:00", warnings: [{ kind: "time-unlikely" }] },
    { bib: "HARBOUR-2026-000123", warnings: [{ kind: "unknown-bib" }] },
  ],
});
const changed = madeSegment({
  id: "sex:male",
  label: "Men",
  slots: [{ bib: "31" }, { bib: "12" }, { bib: "A7" }],
  more: { state: "changed" },
});
const rivals = madeSegment({
  id: "sex:female",
  label: "Women",
  slots: [{ bib: "104" }, { bib: "221" }],
  more: {
    rivals: [
      {
        revision: "rev-other",
        actor: { operator: "Jonas", desk: "Desk 2", atMs: ago(5) },
        slots: madeSegment({ id: "x", label: "", slots: [{ bib: "221" }, { bib: "104" }] }).slots,
      },
    ],
  },
});

const again = {
  kind: "also-in-group",
  segmentId: "sex:female~age:40-49",
  segmentLabel: "Women 40–49",
  place: 1,
} as const;
/** Rival sheets, and everything that can occur twice. */
const twice = madeSegment({
  id: "sex:female",
  label: "Women",
  depth: 2,
  slots: [
    { bib: "221", warnings: [again, again] },
    { bib: "221", tie: true, warnings: [again, again] },
  ],
  more: { rivals: rivals.rivals },
});

const fifty = Array.from({ length: 50 }, (_, at) =>
  madeSegment({
    id: `special:${at}`,
    label: `Segment ${at + 1}`,
    depth: 3,
    slots: at % 3 === 0 ? [] : [{ bib: "12" }, { bib: "31" }],
  }),
);
const long = madeSegment({
  id: "overall",
  label: "Overall",
  depth: 200,
  slots: Array.from({ length: 150 }, (_, at) => ({ bib: String(at + 1), tie: at % 10 === 9 })),
});

const online: Scene["answers"] = {
  "sync.status": () =>
    ok({
      ...status,
      waiting: 0,
      connectivity: { state: "online", sinceMs: ago(60) },
      nextTryAtMs: null,
    }),
  "connection.get": () =>
    ok({ ...connection, connectivity: { state: "online", sinceMs: ago(60) } }),
};
const scene = (answers: Scene["answers"]): Scene => ({
  hash: "#/podium",
  answers: { ...online, ...answers },
});

/** The podium screen in every state that has a picture. */
export const podiumScenes: Readonly<Record<string, Scene>> = {
  podium: scene(podiumBook(board)),
  "podium-no-bib": scene({
    ...podiumBook([announce(overall), menNoBib, women]),
    "roster.scan": () =>
      ok({
        reading: { kind: "registration-id", text: "w_2" },
        rows: [wilma],
        isLookAlike: false,
        otherEvent: null,
      }),
  }),
  "podium-names": scene(podiumBook([hardNames, announce(overall), men])),
  "podium-changed": scene(
    podiumBook([
      { ...announce(changed), state: "changed", changedBy: mei },
      { ...announce(women40), state: "changed", depth: 1, clock: "gun", changedBy: mei },
      rivals,
      announce(overall),
    ]),
  ),
  "podium-rivals": scene(podiumBook([rivals, men])),
  "podium-announce": scene(podiumBook(board)),
  "podium-clear": scene(podiumBook([{ ...men, depth: 2, toFill: 0 }, announce(overall)])),
  "podium-announce-rivals": scene(podiumBook([twice, men])),
  "podium-reason": scene(podiumBook(board)),
  "podium-segment": scene(podiumBook(board)),
  "podium-builder": scene(podiumBook(board)),
  "podium-groups": scene(podiumBook(board)),
  "podium-print": scene(podiumBook(board)),
  "podium-typing": scene(podiumBook(board)),
  "podium-choose": scene(podiumBook(board)),
  "podium-fault": scene(podiumBook(board)),
  "podium-fifty": scene(podiumBook(fifty)),
  "podium-long": scene(podiumBook([long, men])),
  "podium-none": scene(podiumBook([], { awards: "never" })),
  "podium-unrecognised": scene(
    podiumBook([], {
      awards: "unrecognised",
      raw: '{"winners":{"gold":"12","silver":"31"},"note":"see the noticeboard"}',
    }),
  ),
  "podium-not-saved": scene({
    ...podiumBook(board),
    "podium.enter": () => err("not-saved", "", { details: { why: "disk-full" } }),
  }),
  "podium-meanwhile": scene({
    ...podiumBook(board),
    "podium.enter": () =>
      err("changed-meanwhile", "", {
        details: { segment: { ...men, actor: { ...mei, desk: "Desk 2", operator: "Jonas" } } },
      }),
  }),
  announcer: {
    hash: "#/announcer?event=e-harbour&run=r-half&segment=sex:female",
    answers: { ...online, ...podiumBook([announce(overall), announce(women), men, women40]) },
  },
  "announcer-none": {
    hash: "#/announcer?event=e-harbour&run=r-half",
    answers: { ...online, ...podiumBook([men]) },
  },
  "announcer-draft": {
    hash: "#/announcer?event=e-harbour&run=r-half&segment=special:names",
    answers: { ...online, ...podiumBook([hardNames, announce(women)]) },
  },
  "announcer-practice": {
    hash: "#/announcer?event=e-harbour&run=r-half&segment=sex:female",
    answers: {
      ...online,
      ...podiumBook([announce(overall), women, men]),
      "connection.get": () => ok({ ...connection, mode: "practice" }),
    },
  },
  "announcer-long": {
    hash: "#/announcer?event=e-harbour&run=r-half",
    answers: { ...online, ...podiumBook([announce(long)]) },
  },
};
