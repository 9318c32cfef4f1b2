import type { RunnerCard, RunnerRow, RunnerWarning } from "#shared/contract/roster.ts";
import type { DeskState } from "#shared/contract/settings.ts";
import { err, ok } from "#shared/result.ts";
import { sampleCard } from "#test/support/sample-runner.ts";
import * as people from "./check-in-people.ts";
import { bibsLeft } from "./bib-range-scenes.ts";
import { ago, desk, nowMs } from "./everyday.ts";
import { refusedEntry, runGoneEntry, waitingEntry } from "./outbox-entries.ts";
import type { Answers, Scene } from "./scene.ts";

const { arabicName, chineseName, family, history, longEmail, longName, mei, runner } = people;

/** As long as the name of a desk may be. */
const longDesk = "Registration tent at the harbour entrance, second table left";

const scene = (answers: Answers): Scene => ({ hash: "#/check-in", answers });

const of = (more: Partial<RunnerRow>, rest: Partial<RunnerCard> = {}, answers: Answers = {}) =>
  scene({ ...people.morning(sampleCard(runner(more), rest)), ...answers });

const long = { name: longName, email: longEmail, bib: "123456", teamId: longName };
const arabic = { name: arabicName, bib: "A1234", runLabel: "Kids", runPosition: 3 };
const chinese = { name: chineseName, bib: "HARBOUR-2026-000123", runLabel: "10K", runPosition: 1 };
const here = { checkedIn: mei };
const walkUp = { source: "walk-up" } as const;

const lookAlike = {
  kind: "bib-look-alike",
  bib: "007",
  otherBib: "7",
  otherName: longName,
  otherRunLabel: "Half",
} as const;
const double: RunnerWarning = {
  kind: "bib-double",
  bib: "123456",
  holders: [
    { id: "g1", name: longName, runLabel: "Half" },
    { id: "g2", name: arabicName, runLabel: "Kids" },
  ],
};

const conflict: RunnerWarning = {
  kind: "bib-conflict",
  bibs: [
    { bib: "123456", actor: { operator: longName, desk: "Start tent", atMs: ago(4) } },
    { bib: "123465", actor: { operator: "", desk: "Car park", atMs: ago(9) } },
  ],
};

/** All warnings at once. No runner ever has all of them, but each must have space. */
const everyWarning: RunnerCard["warnings"] = [
  { kind: "bib-drift", here: "HARBOUR-2026-000123", there: null },
  { kind: "bib-told", here: "HARBOUR-2026-000123", told: "HARBOUR-2026-000122" },
  { kind: "ask-organizer" },
  { kind: "provisional-pair", registrationId: "reg_8f41c09e" },
  { kind: "cancelled-after-check-in", status: "cancelled", noticedAtMs: ago(6) },
];

/** The answers to commands of the screen, from the saved row. */
const saving = (row: Partial<RunnerRow>): Answers => ({
  "checkIn.perform": () => ok({ entryId: "x1", atMs: nowMs, runner: runner({ ...row, ...here }) }),
  "checkIn.performAll": () =>
    ok({
      outcomes: [runner(row), ...family].map((each, at) => ({
        runnerId: each.id,
        entryId: at < 3 ? `x${at}` : null,
        failure: at < 3 ? null : "not-confirmed",
        runner: each,
      })),
    }),
});
const fullDisk = (): ReturnType<typeof err<"not-saved">> =>
  err("not-saved", "", { details: { why: "disk-full" } });
const full: Answers = { "checkIn.perform": fullDisk, "bib.assign": fullDisk };

const holder = runner({ ...chinese, id: "g9", bib: "1038" });
const taken: Answers = {
  "bib.assign": () => err("bib-taken", "", { details: { holder } }),
  "bib.holders": () => ok({ holders: [holder] }),
};

/** The first runner as of now, beside the row of the check-in. */
const since = (row: Partial<RunnerRow>) => [{ entryId: "x0", runner: runner(row), warnings: [] }];

/** Another desk undid every check-in. */
const undone: Answers = {
  "checkIn.standing": () =>
    ok({
      standing: [],
      undone: ["x0", "x1", "x2"].map((entryId) => ({ entryId, actor: mei })),
      runners: since(long),
    }),
};

const refusedSince: Answers = {
  "checkIn.standing": () =>
    ok({
      standing: ["x0", "x1", "x2"],
      undone: [],
      runners: since({ ...long, ...walkUp, delivery: "refused" }),
    }),
};

const refusedWalkUp: Answers = { "outbox.ofRunner": () => ok({ entry: refusedEntry }) };

const standing = (value: "waitlist" | "cancelled" | "refunded" | "other", word: string) => ({
  standing: value,
  registrationStatus: word,
});

/** Another program, which copies the folder, replaced the database's files. */
const replaced = {
  ...desk,
  about: {
    ...desk.about,
    findings: [
      { code: "folder-synced", facts: { program: "OneDrive" } },
      { code: "file-replaced", facts: {} },
    ],
  },
} satisfies DeskState;

/** Check-in in every state of the runner's card. */
export const checkInScenes: Readonly<Record<string, Scene>> = {
  "check-in": of({}),
  "check-in-list": scene(
    people.morning(sampleCard(runner(long), { family: [...family] }), [
      runner({ ...arabic, id: "g2" }),
      runner({ ...chinese, id: "g3" }),
      runner({ id: "g4", name: null, bib: null, standing: "refunded" }),
      runner({ id: "g5", name: "Mei Tanaka", checkedIn: mei }),
      ...family,
    ]),
  ),
  "check-in-namesakes": scene(
    people.morning(
      sampleCard(runner({ name: "Daisy Smith", email: "daisy.smith.1uv@mail.example" })),
      [
        runner({
          id: "d2",
          name: "Daisy Smith",
          email: "daisy.smith.ej@mail.example",
          checkedIn: mei,
        }),
      ],
    ),
  ),
  "check-in-forecast": scene({
    ...people.morning(sampleCard(runner({}))),
    "roster.runCounts": () => ok(people.soonToStart()),
  }),
  "check-in-card": of({}, { family: family.slice(0, 1) }),
  "check-in-family": of(arabic, {
    family: [...family],
    companionWarnings: { f2: [lookAlike] },
    history: history.slice(0, 1),
  }),
  "check-in-long": of(
    long,
    {
      family: [...family],
      history: [...history],
      warnings: [...everyWarning],
      notes: `${longName}, ${arabicName}`,
    },
    { "desk.get": () => ok({ ...desk, settings: { ...desk.settings, desk: longDesk } }) },
  ),
  "check-in-chinese": of(chinese, { team: family.slice(0, 2), warnings: everyWarning.slice(0, 1) }),
  "check-in-no-bib": of({ ...long, bib: null }, { family: family.slice(0, 2) }),
  "check-in-careful": of({ ...arabic, bib: "007" }, { warnings: [lookAlike, double] }),
  "check-in-look-alike": of(
    {},
    {},
    {
      "roster.scan": () =>
        ok({
          reading: { kind: "bib", text: "01042" },
          rows: [runner({})],
          isLookAlike: true,
          otherEvent: null,
        }),
    },
  ),
  "check-in-conflict": of({ ...chinese, bib: "123456" }, { warnings: [conflict] }),
  "check-in-careful-gone": of(long, {
    warnings: [{ kind: "gone-upstream", noticedAtMs: ago(6) }],
    history: [...history],
  }),
  "check-in-already": of(
    { ...long, ...here },
    {
      family: [...family],
      history: [...history],
      notes: "Needs a shirt in size S",
      warnings: [
        { kind: "several-check-ins", claims: [mei, { ...mei, operator: longName }] },
        conflict,
        ...everyWarning,
      ],
    },
  ),
  "check-in-already-no-bib": of({ ...here, bib: null }, { history: history.slice(1, 2) }),
  "check-in-elsewhere": of({ ...chinese, checkedInElsewhere: true }),
  "check-in-taken-back": of({ ...long, delivery: "taken-back", source: "walk-up" }),
  "check-in-run-cancelled": of(long, {
    warnings: [{ kind: "run-cancelled", runLabel: longName, eventStatus: "cancelled" }],
  }),
  "check-in-waitlist": of({ ...arabic, ...standing("waitlist", "waitlist") }),
  "check-in-cancelled": of(
    { ...long, ...standing("cancelled", "cancelled") },
    { family: [...family], history: [...history] },
  ),
  "check-in-refunded": of({ ...chinese, ...standing("refunded", "refunded") }),
  "check-in-other": of({ ...long, ...standing("other", `pending_${longName}`) }),
  "check-in-refused": of({ ...arabic, source: "walk-up", delivery: "refused", bib: null }),
  "check-in-refused-long": of(
    { ...long, source: "walk-up", delivery: "refused", bib: null },
    { family: [...family] },
    refusedWalkUp,
  ),
  "check-in-refused-here": of(
    { ...long, ...here, source: "walk-up", delivery: "refused" },
    { history: history.slice(1, 2) },
    refusedWalkUp,
  ),
  "check-in-refused-run-gone": of(
    { ...walkUp, ...here, delivery: "refused" },
    {},
    { "outbox.ofRunner": () => ok({ entry: runGoneEntry }) },
  ),
  "check-in-waiting": of(
    { ...walkUp, delivery: "not-sent" },
    {},
    { "outbox.ofRunner": () => ok({ entry: waitingEntry }) },
  ),
  "check-in-maybe": of({ ...long, source: "walk-up", delivery: "maybe-sent" }),
  "check-in-done": of({}, { family: family.slice(0, 2) }, saving({})),
  "check-in-done-long": of(long, { family: [...family] }, saving(long)),
  "check-in-done-no-bib": of({ bib: null }, {}, saving({ bib: null })),
  "check-in-done-no-bib-long": of(
    { ...long, bib: null },
    { family: family.slice(0, 2) },
    saving({ ...long, bib: null }),
  ),
  "check-in-done-family": of(long, { family: [...family] }, saving(long)),
  "check-in-done-family-no-bib": of(
    { ...long, bib: null },
    { family: [...family] },
    saving({ ...long, bib: null }),
  ),
  "check-in-done-undone": of(long, {}, { ...saving(long), ...undone }),
  "check-in-done-both": of(
    {},
    { family: family.slice(0, 1) },
    {
      "checkIn.performAll": () =>
        ok({
          outcomes: [runner({}), ...family.slice(0, 1)].map((each, at) => ({
            runnerId: each.id,
            entryId: `x${at}`,
            failure: null,
            runner: each,
          })),
        }),
    },
  ),
  "check-in-done-family-undone": of(
    long,
    { family: [...family] },
    { ...saving({ ...long, bib: "123465" }), ...undone },
  ),
  "check-in-done-family-refused": of(
    { ...long, ...walkUp, delivery: "refused" },
    { family: [...family] },
    {
      ...saving({ ...long, ...walkUp, delivery: "not-sent" }),
      ...refusedWalkUp,
      ...refusedSince,
    },
  ),
  "check-in-done-refused": of(
    { ...long, ...walkUp, delivery: "refused" },
    {},
    { ...saving({ ...long, ...walkUp, delivery: "not-sent" }), ...refusedWalkUp },
  ),
  "check-in-not-saved": of(long, {}, full),
  "check-in-replaced-files": of(long, {}, { "desk.get": () => ok(replaced) }),
  "check-in-not-saved-how": of({}, {}, full),
  "check-in-bib": of(long),
  "check-in-bib-few": of({ ...long, bib: null }, {}, bibsLeft(4)),
  "check-in-bib-refused": of(arabic, {}, { "bib.assign": () => err("bib-invalid", "") }),
  "check-in-bib-taken": of(long, {}, taken),
  "check-in-swap": of(
    {},
    {},
    {
      ...taken,
      "bib.holders": () => ok({ holders: [runner({ id: "g9", name: "Mei Tanaka", bib: "1038" })] }),
    },
  ),
  "check-in-reason": of({ ...long, ...standing("cancelled", "cancelled") }),
  "check-in-camera": of({}),
  "check-in-nobody": scene({
    ...people.morning(sampleCard(runner({}))),
    "roster.search": () => ok(people.nobody),
  }),
  "check-in-near": scene({
    ...people.morning(sampleCard(runner({}))),
    "roster.search": () =>
      ok({
        ...people.nobody,
        rows: [long, arabic, chinese].map((row, at) => ({
          ...runner({ ...row, id: `n${at}` }),
          match: { bib: [], name: [], email: [] },
        })),
        total: 3,
        near: true,
      }),
  }),
  "check-in-similar": scene({
    ...people.morning(sampleCard(runner({}))),
    "roster.search": () => ok(people.nobody),
    "walkUp.duplicates": () =>
      ok({
        rows: [long, arabic, chinese].map((row, at) => ({
          ...runner({ ...row, id: `n${at}` }),
          why: (["email", "bib", "name"] as const).slice(at),
        })),
      }),
  }),
  "check-in-failed": scene({
    ...people.morning(sampleCard(runner({}))),
    "roster.search": () => err("internal", ""),
  }),
  "check-in-no-event": scene({ "desk.get": () => ok({ ...desk, currentEventId: null }) }),
};
