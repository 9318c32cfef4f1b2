import { describe, expect, test } from "vitest";
import type { Connection } from "#shared/contract/connection.ts";
import type { DownloadStatus, EventDetail } from "#shared/contract/events.ts";
import { copyNoteSchema, copyStateSchema } from "#shared/contract/events.ts";
import { describeCopy, noteWords } from "#renderer/features/events/copy-words.ts";
import { checkEvent } from "#renderer/features/events/event-checks.ts";
import type { CheckFacts, EventCheck } from "#renderer/features/events/event-checks.ts";

const nowMs = Date.UTC(2026, 9, 3, 8);
const hourMs = 3_600_000;

const download: DownloadStatus = {
  eventId: "e",
  state: "complete",
  pages: 39,
  rows: 3_835,
  expectedRows: 3_835,
  remainingMs: null,
  completedAtMs: nowMs - hourMs,
  notes: [],
};
const event: EventDetail = {
  id: "e",
  name: "Harbour Hills Run",
  type: "race",
  date: "2026-10-03",
  endDate: null,
  endTime: null,
  startTime: null,
  place: null,
  description: null,
  websiteUrl: null,
  registrationUrl: null,
  seriesName: null,
  hasCardImage: false,
  hasCoverImage: false,
  delivery: null,
  timeZone: "Europe/Lisbon",
  timeZoneSource: "event",
  runs: [],
  paceGroups: { labels: [], recognised: true },
  download,
};
const connection: Connection = {
  mode: "live",
  state: "connected",
  baseUrl: "https://api.example.org",
  organization: { id: "o", name: "Harbour Hills", slug: "h", plan: "free", roles: [] },
  rights: {
    readOrganization: "worked",
    readEvents: "worked",
    readRegistrations: "worked",
    readResults: "not-tried",
    readCollections: "not-tried",
    writeParticipants: "not-tried",
    writeEvents: "not-tried",
  },
  keyStore: "system",
  line: { state: "online", sinceMs: nowMs },
  clockDriftMs: 300,
};

const check = (id: EventCheck["id"], facts: Partial<CheckFacts> = {}): EventCheck | undefined =>
  checkEvent({ event, connection, lastBackupAtMs: nowMs, nowMs, ...facts }).find(
    (each) => each.id === id,
  );
const withDownload = (more: Partial<DownloadStatus>): Partial<CheckFacts> => ({
  event: { ...event, download: { ...download, ...more } },
});

describe("what is known of an event's copy is said as a fact, and nothing beyond it", () => {
  test("all is fine when all is fine", () => {
    const checks = checkEvent({ event, connection, lastBackupAtMs: nowMs, nowMs });
    expect(checks.map(({ state }) => state)).toEqual(Array(6).fill("fine"));
  });

  test("D2 an incomplete copy is never called complete", () => {
    const facts = withDownload({ state: "incomplete", completedAtMs: null });
    expect(check("copy", facts)).toMatchObject({ state: "look" });
    expect(check("counts", facts)).toMatchObject({ state: "waiting" });
  });

  test("D3 a whole copy stays whole when a later look breaks off", () => {
    expect(check("copy", withDownload({ state: "paused", rows: 0 }))).toMatchObject({
      state: "fine",
    });
    expect(
      check("copy", withDownload({ state: "paused", rows: 200, completedAtMs: null })),
    ).toMatchObject({ state: "look" });
  });

  test("D4 counts that differ are shown per run; absent ones are no fault", () => {
    const differs = {
      code: "counts-differ" as const,
      facts: { run: "10K", listed: 98, confirmed: 90, expected: 101 },
    };
    expect(check("counts", withDownload({ notes: [differs] }))).toMatchObject({
      state: "look",
      text: "10K: 98 here, 90 of them confirmed; the organizer counts 101.",
    });
    const absent = { code: "cannot-compare" as const, facts: {} };
    expect(check("counts", withDownload({ notes: [absent], expectedRows: null }))?.state).toBe(
      "fine",
    );
  });

  test("D8 an unknown time zone is asked for", () => {
    expect(
      check("zone", { event: { ...event, timeZone: null, timeZoneSource: "none" } })?.state,
    ).toBe("look");
  });

  test("J7 a clock more than two seconds off is shown", () => {
    const drift = (clockDriftMs: number | null) => ({
      connection: { ...connection, clockDriftMs },
    });
    expect(check("clock", drift(-2_001))?.state).toBe("look");
    expect(check("clock", drift(2_000))?.state).toBe("fine");
    expect(check("clock", drift(null))?.state).toBe("waiting");
  });

  test("K5 a right that was not tried is neither worked nor refused", () => {
    const right = (readRegistrations: "worked" | "refused" | "not-tried") => ({
      connection: { ...connection, rights: { ...connection.rights, readRegistrations } },
    });
    expect(check("key", right("worked"))?.state).toBe("fine");
    expect(check("key", right("refused"))?.state).toBe("stop");
    expect(check("key", right("not-tried"))?.state).toBe("waiting");
  });

  test("a device that may not see backups is not told that there are none", () => {
    expect(check("backup", { lastBackupAtMs: undefined })).toBeUndefined();
    expect(check("backup", { lastBackupAtMs: null })?.state).toBe("look");
  });

  test("D2 every state of a copy and every note has words", () => {
    for (const state of copyStateSchema.options) {
      for (const completedAtMs of [null, nowMs - hourMs, nowMs - 90 * hourMs]) {
        expect(describeCopy({ ...download, state, completedAtMs }, nowMs).text).not.toBe("");
      }
    }
    for (const code of copyNoteSchema.shape.code.options) {
      expect(noteWords({ code, facts: {} }), code).toMatch(/\.$/u);
    }
  });
});
