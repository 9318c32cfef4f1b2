import type { Connection } from "#shared/contract/connection.ts";
import type { Departure } from "#shared/contract/departure.ts";
import type { DownloadStatus, EventDetail, EventRow } from "#shared/contract/events.ts";
import type { DeskState } from "#shared/contract/settings.ts";
import type { SyncStatus } from "#shared/contract/sync.ts";
import { ok } from "#shared/result.ts";
import type { Answers } from "./scene.ts";

const minuteMs = 60_000;
export const nowMs = Date.now();
export const ago = (minutes: number): number => nowMs - minutes * minuteMs;

const noDownload = (eventId: string): DownloadStatus => ({
  eventId,
  state: "absent",
  pages: 0,
  rows: 0,
  expectedRows: null,
  remainingMs: null,
  completedAtMs: null,
  notes: [],
});

export const complete = (eventId: string, rows = 3_835, minutes = 92): DownloadStatus => ({
  ...noDownload(eventId),
  state: "complete",
  pages: Math.ceil(rows / 100),
  rows,
  expectedRows: rows,
  completedAtMs: ago(minutes),
});

const runs: EventDetail["runs"] = [
  ["r-half", "Half", 21_097, "09:00", "sold_out", 1_240, 1_240],
  ["r-10k", "10K", 10_000, "09:30", "open", 1_800, 1_630],
  ["r-5k", "5K", 5_000, "10:15", "open", 822, 820],
  ["r-kids", "Kids", 1_000, "10:45", "closed", 200, 145],
].map(([id, label, distanceMeters, startTime, status, most, taken], position) => ({
  id: String(id),
  position,
  label: String(label),
  distanceMeters: Number(distanceMeters),
  date: "2026-10-03",
  startTime: String(startTime),
  eventStatus: "scheduled",
  registrationStatus: String(status),
  maxParticipants: Number(most),
  takenPlaces: Number(taken),
  isRelay: false,
  isVirtual: false,
  isWalking: false,
  entryCount: null,
}));

export const harbour: EventDetail = {
  id: "e-harbour",
  name: "Harbour Hills Run",
  type: "race",
  date: "2026-10-03",
  endDate: null,
  endTime: null,
  startTime: "09:00",
  place: "Tollan Quay",
  description: null,
  websiteUrl: null,
  registrationUrl: null,
  hasCardImage: false,
  hasCoverImage: false,
  organizationId: "o-1",
  delivery: null,
  outboxId: null,
  timeZone: "Europe/Lisbon",
  timeZoneSource: "event",
  runs,
  paceGroups: { labels: ["45 min", "55 min", "65 min"], recognised: true },
  download: complete("e-harbour"),
};

const row = (
  id: string,
  name: string,
  type: string,
  date: string,
  download: DownloadStatus,
): EventRow => ({
  id,
  name,
  type,
  date,
  startTime: null,
  place: null,
  seriesId: null,
  delivery: null,
  madeAs: null,
  download,
});

export const eventRows: EventRow[] = [
  row("e-harbour", "Harbour Hills Run", "race", "2026-10-03", complete("e-harbour")),
  row("e-loop", "Wednesday Harbour Loop", "runClub", "2026-10-07", complete("e-loop", 61, 20 * 60)),
  row(
    "e-night",
    "Nordgrat Night Ultra",
    "race",
    "2026-10-09",
    complete("e-night", 484, 3 * 24 * 60),
  ),
  row("e-5k", "Tollan Saturday 5K", "timeTrial", "2026-10-10", {
    ...complete("e-5k", 300),
    state: "incomplete",
    notes: [{ code: "no-cursor", facts: {} }],
  }),
  row("e-morning", "صباح الميناء", "other", "2026-12-05", noDownload("e-morning")),
];

export const connection: Connection = {
  mode: "live",
  state: "connected",
  baseUrl: "https://api.harbourhills.run/v1",
  organization: {
    id: "o-1",
    name: "Harbour Hills Athletics",
    slug: "harbour-hills",
    plan: "premium",
    roles: ["organizer"],
  },
  rights: {
    readOrganization: "worked",
    readEvents: "worked",
    readRegistrations: "worked",
    readResults: "not-tried",
    readCollections: "refused",
    writeParticipants: "worked",
    writeEvents: "not-tried",
  },
  keyStore: "system",
  connectivity: { state: "offline", sinceMs: ago(26) },
  clockDriftMs: 300,
};

export const desk: DeskState = {
  settings: {
    desk: "Desk 1",
    operator: "Mei Tanaka",
    sounds: true,
    volume: 0.5,
    checkInOnScan: false,
    scannerPrefix: "",
  },
  currentEventId: "e-harbour",
  forbidden: [],
  about: {
    version: "0.1.0",
    host: "station",
    sqliteVersion: "3.54.1",
    electronVersion: null,
    chromiumVersion: null,
    nodeVersion: "24.21.0",
    dataDir: "/home/mei/.local/share/chute",
    deviceId: "d_5f0c2a9e",
    findings: [],
  },
};

export const status: SyncStatus = {
  connectivity: { state: "offline", sinceMs: ago(26) },
  paused: false,
  copied: null,
  activity: "waiting",
  sending: null,
  waiting: 3,
  needsAttention: 0,
  askOrganizer: 0,
  setAside: 0,
  maybeSent: 0,
  sentToday: 12,
  nextTryAtMs: nowMs + 24_000,
  downloads: 0,
  pullWaitUntilMs: null,
};

export const departure: Departure = {
  eventId: "e-harbour",
  disk: { freeBytes: 41e9 },
  backup: { lastAtMs: ago(12), isCurrent: false, mayMake: true },
  journalMirror: { state: "off", behind: 0, missing: 0, why: null, lastAtMs: null },
  desks: null,
  awards: { state: "read", fetchedAtMs: ago(92), segments: 18, runs: 4, withoutDepth: 0 },
  mustBeCancelled: 0,
};

/** The answers on an ordinary morning at desk 1. */
export const everyday: Answers = {
  "connection.get": () => ok(connection),
  "desk.get": () => ok(desk),
  "sync.status": () => ok(status),
  "departure.get": () => ok(departure),
  "rehearsal.status": () =>
    ok({
      state: "off",
      mayRun: true,
      startedAtMs: null,
      untilMs: null,
      tasks: [],
      score: null,
    }),
  "outbox.totals": () =>
    ok({
      counts: { "never-sent": 3, "maybe-sent": 1, confirmed: 12, refused: 1 },
      events: [{ id: "e-harbour", name: "Harbour Hills Run", entries: 17 }],
    }),
  "outbox.list": () => ok({ entries: [], total: 0 }),
  "event.list": () =>
    ok({
      events: [...eventRows],
      series: [{ id: "s-1", name: "Harbour Series", status: "active" }],
      listedAtMs: ago(100),
      notes: [],
    }),
  "event.get": () => ok(harbour),
  "series.list": () => ok({ series: [] }),
  "collection.list": () => ok({ collections: [], state: "never", fetchedAtMs: null }),
  "image.get": () => ok({ image: null }),
  "event.check": () => ok({ fields: {}, warnings: [] }),
  "bib.nextFree": () => ok({ bib: "1631", range: null }),
  "bibRange.list": () => ok({ ranges: [], desks: [], canSet: true }),
  "bib.check": () => ok({ takenBy: [], noSwap: null, looksLike: null }),
  "walkUp.duplicates": () => ok({ rows: [] }),
  "walkUp.paceGroups": () => ok({ runs: [] }),
  "walkUp.check": () => ok({ fields: {}, warnings: [], bibHolders: [] }),
  "digest.get": () => ok({ digest: null }),
  "backup.list": () =>
    ok({
      backups: [
        { name: "a", atMs: ago(12), bytes: 4_200_000 },
        { name: "b", atMs: ago(72), bytes: 4_100_000 },
        { name: "c", atMs: ago(2_000), bytes: 420_000 },
      ],
      folder: "/home/mei/.local/share/chute/live/backups",
    }),
  "wipe.look": () =>
    ok({
      counts: { events: 2, runners: 3_012, entries: 2_950, backups: 7 },
      stops: [],
      exports: 4,
      outside: ["/media/mei/STICK"],
      last: null,
    }),
  "dataFolder.list": () => ok({ canOpen: false, folders: [] }),
  "journalMirror.get": () =>
    ok({
      folder: null,
      isSetAtStart: false,
      isSameDisk: false,
      canChoose: false,
      importsFrom: null,
      state: "off",
      behind: 0,
      missing: 0,
      why: null,
      lastAtMs: null,
      isCutShort: false,
    }),
  "journalMirror.status": () => ok(departure.journalMirror),
  "lanAccess.get": () =>
    ok({
      canServe: false,
      reach: null,
      addresses: [],
      isMoved: false,
      isBroken: false,
    }),
  "device.list": () =>
    ok({
      pairing: null,
      slowed: [],
      lanEndpoint: null,
      devices: [
        {
          id: "d1",
          name: "Tablet by the door",
          lastSeenAtMs: ago(2),
          role: "lead",
        },
      ],
    }),
  "conflict.list": () => ok({ conflicts: [], withoutBib: [] }),
  "desks.get": () =>
    ok({
      role: "alone",
      hub: null,
      link: { state: "none", sinceMs: null, why: null, unsent: 0, refused: 0, behind: 0 },
      sender: { who: "this", name: null, rivals: [] },
      desks: [],
      pairing: null,
      lanEndpoint: null,
      conflicts: 0,
    }),
  "session.list": () =>
    ok({
      sessions: [
        { id: "s1", browser: null, sinceMs: ago(120), lastUsedAtMs: ago(30), isThis: false },
        {
          id: "s2",
          browser: "Firefox, Linux",
          sinceMs: ago(90),
          lastUsedAtMs: ago(0),
          isThis: true,
        },
      ],
    }),
  "pairing.open": () => ok({ code: "4817-2960", expiresAtMs: Date.now() + 300_000, left: 20 }),
  "journal.verify": () => ok({ entries: 1_832, brokenAt: [], differences: 0 }),
  "paper.get": () => ok({ canSave: false }),
  "export.list": () =>
    ok({
      folder: "/home/mei/.local/share/chute/live/exports",
      canChoose: false,
      files: [
        {
          name: "harbour-hills-run-podium-webscorer-2026-05-17T10-40-00-000Z.csv",
          atMs: ago(1),
          bytes: 2_400,
        },
        {
          name: "harbour-hills-run-check-ins-2026-05-17T09-05-00-000Z.csv",
          atMs: ago(96),
          bytes: 212_000,
        },
      ],
    }),
  "export.make": () =>
    ok({
      name: "check-ins.csv",
      path: "/home/mei/.local/share/chute/live/exports/check-ins.csv",
      rows: 1_813,
      bytes: 212_000,
    }),
  "roster.runCounts": () => ok({ runs: [], arrivals: Array(60).fill(0), atMs: nowMs, checkIns: 0 }),
  "roster.recent": () => ok({ checkIns: [] }),
};
