import type { LockReason } from "#renderer/client/transport/transport.ts";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import { err, ok } from "#shared/result.ts";
import { checkInScenes } from "./check-in-scenes.ts";
import { conflictScenes } from "./conflict-scenes.ts";
import { deskScenes } from "./desk-scenes.ts";
import { desktopScenes } from "./desktop-scenes.ts";
import { dialogScenes } from "./dialog-scenes.ts";
import { finishLineScenes } from "./finish-line-scenes.ts";
import { ago, complete, connection, desk, harbour, status } from "./everyday.ts";
import { noConnectionScenes } from "./no-connection-scenes.ts";
import { outboxEntry as entry, refusedEntry as refused } from "./outbox-entries.ts";
import { organizerScenes } from "./organizer-scenes.ts";
import { podiumScenes } from "./podium-scenes.ts";
import { asked, rehearsing } from "./rehearsing.ts";
import type { Scene } from "./scene.ts";
import { journalMirrorScenes } from "./journal-mirror-scenes.ts";
import { walkUpScenes } from "./walk-up-scenes.ts";

const lockedScene = (lockReason: LockReason): Scene => ({
  hash: "",
  transport: "locked",
  lockReason,
  answers: {},
});

const findingCodes = ["file-replaced", "folder-synced", "database-damaged"] as const;

const waiting: readonly OutboxEntry[] = [
  entry("2", {
    name: "Siobhán Ní Bhriain",
    runLabel: "5K",
    certainty: "maybe-sent",
    reason: "timeout",
    lastTriedAtMs: ago(6),
    tries: 1,
  }),
  entry("3", { name: "محمد العبدالله", runLabel: "Half", tries: 4, lastTriedAtMs: ago(3) }),
  entry("4", {
    kind: "event",
    name: "Wednesday Harbour Loop",
    runLabel: null,
    savedBy: "Jonas",
    state: "pending",
    reason: null,
    nextTryAtMs: null,
  }),
];

const several = entry("5", {
  name: "Amara Okafor",
  state: "needs-attention",
  certainty: "maybe-sent",
  reason: "several-matches",
  lastTriedAtMs: ago(60),
  tries: 3,
  nextTryAtMs: null,
  candidates: [
    { id: "reg_8f41c09e", name: "Amara Okafor", email: "a.okafor@posteo.net", bib: "1042" },
    { id: "reg_8f41c0aa", name: "Amara Okafor", email: "a.okafor@posteo.net", bib: null },
  ],
});

const parked = entry("6", {
  name: "王雨桐",
  runLabel: "Kids",
  state: "needs-attention",
  certainty: "maybe-sent",
  reason: "parked",
  lastTriedAtMs: ago(20),
  tries: 8,
  nextTryAtMs: null,
  httpStatus: 503,
  serverMessage: "Service unavailable",
});

const registeredTwice = entry("8", {
  name: "Sina Twice",
  state: "needs-attention",
  reason: "registered-twice",
  nextTryAtMs: null,
  form: {
    eventRunId: "r-10k",
    email: "sina@example.org",
    name: "Sina Twice",
    registrationType: "paid",
  },
});

const aside = entry("7", {
  name: "Łukasz Wójcik",
  email: "lukasz@wojcik.nett",
  state: "needs-attention",
  certainty: "refused",
  reason: "set-aside",
  asideReason: "He comes back at noon with another address",
  lastTriedAtMs: ago(8),
  tries: 1,
  httpStatus: 422,
  nextTryAtMs: null,
  serverMessage: "Validation failed",
  serverFields: refused.serverFields,
  form: refused.form,
  acts: { setAside: null, requeue: true, sendAgain: "same-entry" },
});

const there = {
  state: "done",
  certainty: "confirmed",
  reason: null,
  nextTryAtMs: null,
  finishedAtMs: ago(12),
  acts: { setAside: null, requeue: false, sendAgain: null },
} as const;
const retractedThere = entry("10", {
  ...there,
  name: "Tomás Ferreira",
  askOrganizer: "retracted",
});
const replacedThere = entry("11", { ...there, name: "Ingrid Øst", askOrganizer: "replaced" });

const queue = (entries: readonly OutboxEntry[], needsAttention: number): Scene["answers"] => ({
  "sync.status": () => {
    const askOrganizer = entries.filter((one) => one.askOrganizer !== null).length;
    const waits = entries.length - needsAttention - askOrganizer;
    return ok({ ...status, needsAttention, askOrganizer, waiting: waits });
  },
  "outbox.list": ({ show = "open" }) => {
    const listed = entries.filter((one) => (one.askOrganizer === null) === (show !== "ask"));
    return ok({ entries: listed, total: listed.length });
  },
  "outbox.get": () =>
    ok({
      entry: entries[0] ?? refused,
      method: "POST",
      path: "/registration",
      body: '{"eventRunId":"r-10k","email":"lukasz@wojcik.nett","name":"Łukasz Wójcik","registrationType":"paid","paceGroup":"50 min"}',
      idempotencyKey: "3f2b8a54-2a9f-4a2e-9a38-0e6f6b7f3c11",
      attempts: [
        { atMs: ago(9), tookMs: 20_004, httpStatus: null, outcome: "timeout", answer: null },
        {
          atMs: ago(8),
          tookMs: 182,
          httpStatus: 422,
          outcome: "refused",
          answer: '{"error":{"code":"VALIDATION_ERROR","message":"Validation failed"}}',
        },
      ],
    }),
  "digest.get": () =>
    ok({
      digest: {
        eventId: "e-harbour",
        sinceMs: ago(95),
        atMs: ago(6),
        added: 12,
        changed: 4,
        gone: 2,
        changedFields: { bibIdentifier: 3, eventRunId: 1 },
        bibDrift: 1,
        cancelledAfterCheckIn: [
          {
            runnerId: "g1",
            name: "राधिका शर्मा",
            bib: "640",
            checkedInAtMs: ago(70),
            status: "cancelled",
            noticedAtMs: ago(6),
            acknowledged: false,
          },
        ],
      },
    }),
});

const firstStart: Scene["answers"] = {
  "connection.get": () =>
    ok({ ...connection, state: "none", organization: null, baseUrl: null, clockDriftMs: null }),
  "desk.get": () => ok({ ...desk, currentEventId: null }),
};

/** Every screen in every state that has a picture. */
export const scenes: Readonly<Record<string, Scene>> = {
  ...checkInScenes,
  ...podiumScenes,
  "first-start": {
    hash: "",
    answers: {
      ...firstStart,
      "connection.check": () =>
        ok({
          organization: connection.organization ?? {
            id: "",
            name: "",
            slug: "",
            plan: "",
            roles: [],
          },
          clockDriftMs: 300,
        }),
    },
  },
  "first-start-wrong-key": {
    hash: "",
    answers: { ...firstStart, "connection.check": () => err("wrong-key", "") },
  },
  pairing: { hash: "", transport: "locked", answers: {} },
  "pairing-link-refused": lockedScene("link-refused"),
  "pairing-access-taken": lockedScene("access-taken"),
  "pairing-in-practice": lockedScene("in-practice"),
  "pairing-unknown-device": lockedScene("unknown-device"),
  "pairing-session-ended": lockedScene("session-ended"),
  ...walkUpScenes,
  events: {
    hash: "#/events",
    answers: {
      "event.get": () =>
        ok({
          ...harbour,
          timeZone: null,
          timeZoneSource: "none",
          download: {
            ...complete("e-harbour"),
            state: "downloading",
            completedAtMs: null,
            rows: 2_914,
            pages: 30,
            remainingMs: 20_000,
          },
        }),
    },
  },
  "events-complete": { hash: "#/events", answers: {} },
  /** Somebody stopped a look for changes, and the copy is old. */
  "events-stopped": {
    hash: "#/events",
    answers: {
      "event.get": () =>
        ok({
          ...harbour,
          download: { ...complete("e-harbour", 1_200, 3_000), state: "paused" as const },
        }),
    },
  },
  "events-empty": {
    hash: "#/events",
    answers: {
      "event.list": () => ok({ events: [], series: [], listedAtMs: null, notes: [] }),
      "event.refresh": () => err("offline", ""),
    },
  },
  ...organizerScenes,
  ...finishLineScenes,
  ...noConnectionScenes,
  ...deskScenes,
  ...conflictScenes,
  ...desktopScenes,
  ...journalMirrorScenes,
  ...dialogScenes,
  "dialog-retract": {
    ...dialogScenes["dialog-retract"],
    hash: "#/check-in?runner=r1",
    answers: {
      ...dialogScenes["dialog-retract"]?.answers,
      "outbox.ofRunner": () => ok({ entry: refused }),
    },
  },
  sync: { hash: "#/sync", answers: queue([refused, ...waiting], 1) },
  "sync-many": {
    hash: "#/sync",
    answers: queue([several, refused, { ...refused, id: "9" }, parked, ...waiting], 4),
  },
  "sync-aside": { hash: "#/sync", answers: queue([aside, ...waiting], 0) },
  "sync-registered-twice": { hash: "#/sync", answers: queue([registeredTwice, ...waiting], 1) },
  "sync-ask-organizer": {
    hash: "#/sync",
    answers: queue([refused, retractedThere, replacedThere, ...waiting], 1),
  },
  "sync-decide": { hash: "#/sync", answers: queue([several, ...waiting], 1) },
  "sync-what": { hash: "#/sync", answers: queue([refused, ...waiting], 1) },
  "sync-totals": {
    hash: "#/sync",
    answers: {
      ...queue(waiting, 0),
      "outbox.list": ({ show }) =>
        show === "ask"
          ? ok({ entries: [], total: 0 })
          : ok({ entries: [...waiting], total: 1_050 }),
      "outbox.totals": () =>
        ok({
          counts: { "never-sent": 1_050, "maybe-sent": 1, confirmed: 12, refused: 0 },
          events: [
            { id: "e-harbour", name: "Harbour Hills Run", entries: 1_047 },
            { id: "e-loop", name: "Wednesday Harbour Loop", entries: 16 },
          ],
        }),
    },
  },
  "sync-empty": {
    hash: "#/sync",
    answers: {
      "sync.status": () =>
        ok({
          ...status,
          connectivity: { state: "online", sinceMs: ago(5) },
          activity: "idle",
          waiting: 0,
          sentToday: 0,
          nextTryAtMs: null,
        }),
      "outbox.totals": () =>
        ok({
          counts: { "never-sent": 0, "maybe-sent": 0, confirmed: 0, refused: 0 },
          events: [],
        }),
    },
  },
  "sync-key-refused": {
    hash: "#/sync",
    answers: {
      ...queue(waiting, 0),
      "sync.status": () => ok({ ...status, activity: "held-key-refused" }),
      "connection.get": () => ok({ ...connection, state: "key-refused" }),
    },
  },
  rehearsal: { hash: "#/settings", answers: rehearsing },
  "rehearsal-start": {
    hash: "#/settings",
    answers: { "connection.get": () => ok({ ...connection, mode: "practice" }) },
  },
  "rehearsal-over": {
    hash: "#/settings",
    kept: { "chute.rehearsal-joined": String(ago(11)) },
    answers: {
      ...rehearsing,
      "rehearsal.status": () =>
        ok({
          state: "ended",
          mayRun: true,
          startedAtMs: ago(11),
          untilMs: ago(1),
          tasks: [...asked],
          score: {
            lastedMs: 600_000,
            checkedIn: 17,
            undone: 1,
            perRunnerMs: 11_000,
            walkUps: 3,
            sentOnce: 2,
            doubled: 0,
            open: 1,
            missing: 0,
            troubles: [
              { what: "slow-network", fromMs: 30_000 },
              { what: "lost-reply", fromMs: 75_000 },
              { what: "network-lost", fromMs: 150_000 },
              { what: "refusal", fromMs: 240_000 },
              { what: "runner-cancelled", fromMs: 285_000 },
              { what: "bib-changed", fromMs: 330_000 },
              { what: "server-errors", fromMs: 360_000 },
              { what: "login-page", fromMs: 420_000 },
            ],
          },
        }),
    },
  },
  settings: { hash: "#/settings", answers: {} },
  "settings-no-sounds": {
    hash: "#/settings",
    answers: {
      "desk.get": () => ok({ ...desk, settings: { ...desk.settings, sounds: false } }),
    },
  },
  "settings-key-lost": {
    hash: "#/settings",
    answers: {
      "connection.get": () => ok({ ...connection, state: "key-lost" }),
      "disk.get": () => ok({ freeBytes: 150_000_000 }),
    },
  },
  "settings-replaced-files": {
    hash: "#/settings",
    answers: {
      "desk.get": () =>
        ok({
          ...desk,
          about: { ...desk.about, findings: findingCodes.map((code) => ({ code, facts: {} })) },
        }),
    },
  },
  "settings-key": {
    hash: "#/settings",
    answers: { "connection.save": () => err("other-organization", "") },
  },
  "settings-practice": {
    hash: "#/settings",
    answers: { "connection.get": () => ok({ ...connection, mode: "practice" }) },
  },
};
