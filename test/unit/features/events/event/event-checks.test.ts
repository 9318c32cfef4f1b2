import { describe, expect, test } from "vitest";
import { journalMirrorStatusSchema } from "#shared/contract/journal-mirror.ts";
import type { Connection } from "#shared/contract/connection.ts";
import type { DownloadStatus, EventDetail } from "#shared/contract/events.ts";
import { copyNoteSchema, copyStateSchema } from "#shared/contract/events.ts";
import { events } from "#renderer/i18n/en/events/events.ts";
import { describeReplica, noteText } from "#renderer/features/events/event/replica-messages.ts";
import type { Departure } from "#shared/contract/departure.ts";
import type { SyncStatus } from "#shared/contract/sync.ts";
import type { EventCheck } from "#renderer/features/events/event/departure-checks.ts";
import {
  checkEvent,
  judgeDeparture,
  openFirst,
} from "#renderer/features/events/event/event-checks.ts";
import type { CheckFacts } from "#renderer/features/events/event/event-checks.ts";

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
const run: EventDetail["runs"][number] = {
  id: "r",
  position: 0,
  label: "Half",
  distanceMeters: 21_097,
  date: "2026-10-03",
  startTime: null,
  eventStatus: null,
  registrationStatus: null,
  maxParticipants: null,
  takenPlaces: null,
  isRelay: false,
  isVirtual: false,
  isWalking: false,
  entryCount: null,
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
  hasCardImage: false,
  hasCoverImage: false,
  organizationId: "o",
  delivery: null,
  outboxId: null,
  timeZone: "Europe/Lisbon",
  timeZoneSource: "event",
  runs: [run],
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
  connectivity: { state: "online", sinceMs: nowMs },
  clockDriftMs: 300,
};

const departure: Departure = {
  eventId: "e",
  disk: { freeBytes: 41e9 },
  backup: { lastAtMs: nowMs - 480_000, isCurrent: true, mayMake: true },
  journalMirror: { state: "off", behind: 0, missing: 0, why: null, lastAtMs: null },
  desks: null,
  awards: { state: "read", fetchedAtMs: nowMs, segments: 18, runs: 4, withoutDepth: 0 },
  mustBeCancelled: 0,
};
const sync: SyncStatus = {
  connectivity: { state: "online", sinceMs: nowMs },
  paused: false,
  copied: null,
  activity: "idle",
  sending: null,
  waiting: 0,
  needsAttention: 0,
  askOrganizer: 0,
  setAside: 0,
  maybeSent: 0,
  sentToday: 0,
  nextTryAtMs: null,
  downloads: 0,
  pullWaitUntilMs: null,
};
const all: CheckFacts = { event, connection, departure, sync, folderSyncedBy: null, nowMs };

const check = (id: EventCheck["id"], facts: Partial<CheckFacts> = {}): EventCheck | undefined =>
  checkEvent({ ...all, ...facts }).find((each) => each.id === id);
const verdict = (facts: Partial<CheckFacts> = {}) => {
  const given = { ...all, ...facts };
  return judgeDeparture(checkEvent(given), given.event.download.remainingMs);
};
const withDeparture = (more: Partial<Departure>): Partial<CheckFacts> => ({
  departure: { ...departure, ...more },
});
const withSync = (more: Partial<SyncStatus>): Partial<CheckFacts> => ({
  sync: { ...sync, ...more },
});
const withDownload = (more: Partial<DownloadStatus>): Partial<CheckFacts> => ({
  event: { ...event, download: { ...download, ...more } },
});

describe("what is known of an event's copy is said as a fact, and nothing beyond it", () => {
  test("all is fine when all is fine", () => {
    const worked = {
      ...connection,
      rights: { ...connection.rights, writeParticipants: "worked" as const },
    };
    const checks = checkEvent({ ...all, connection: worked });
    expect(checks.map(({ state }) => state)).toEqual(Array(10).fill("fine"));
    expect(checks.filter(({ act }) => act !== undefined)).toEqual([]);
    expect(verdict({ connection: worked })).toMatchObject({ isReady: true, fine: 10, of: 10 });
  });

  test("J1 a data folder that another program copies away, and an event without runs, are no departure", () => {
    expect(check("folder", { folderSyncedBy: "OneDrive" })).toMatchObject({ state: "stop" });
    expect(check("runs", { event: { ...event, runs: [] } })).toMatchObject({ state: "stop" });
    expect(check("runs", withDownload({ state: "absent" }))).toBeUndefined();
    expect(verdict({ event: { ...event, runs: [] } })).toMatchObject({ isReady: false });
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
    expect(check("counts", withDownload({ state: "paused" }))?.act).toBe("download");
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

  test("D3 runners who were missing from the last list keep the check open until a person decides", () => {
    const held = { code: "sweep-held" as const, facts: { rows: 50, of: 150 } };
    expect(check("counts", withDownload({ notes: [held] }))).toMatchObject({
      state: "look",
      act: "sync",
      text: "50 of 150 runners were missing from the last list. They stay here until you decide in Sync.",
    });
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
    expect(check("key", right("not-tried"))?.text).toContain("not tried yet with this key");
  });

  test("K5 a walk-up that was never sent neither proves the right nor stands in the way", () => {
    const write = (writeParticipants: "worked" | "refused" | "not-tried") => ({
      connection: { ...connection, rights: { ...connection.rights, writeParticipants } },
    });
    expect(check("write", write("not-tried"))).toMatchObject({ state: "untried" });
    expect(verdict(write("not-tried"))).toMatchObject({ isReady: true, fine: 9, of: 10 });
    expect(verdict(write("not-tried")).text).toBe(
      "9 of 10 checks are fine. The first walk-up will show whether the key may add one.",
    );
    expect(check("write", write("refused"))).toMatchObject({ state: "stop", act: "settings" });
    expect(verdict(write("refused"))).toMatchObject({ isReady: false, fine: 9, of: 10 });
  });

  test("D2 a copy of the day before yesterday is whole and yet worth another look", () => {
    const old = withDownload({ completedAtMs: nowMs - 50 * hourMs });
    expect(check("copy", old)).toMatchObject({ state: "look", act: "download" });
    expect(check("copy", withDownload({ completedAtMs: nowMs - 20 * hourMs }))?.state).toBe("fine");
  });

  test("a refused key, or none, leads to where it is replaced", () => {
    for (const state of ["none", "key-refused"] as const) {
      expect(check("key", { connection: { ...connection, state } })).toMatchObject({
        state: "stop",
        act: "settings",
      });
    }
  });

  test("J1 a disk that fills up is said before check-ins cannot be saved", () => {
    const disk = (freeBytes: number | null) =>
      check("disk", withDeparture({ disk: { freeBytes } }));
    expect(disk(41e9)).toMatchObject({ state: "fine", text: "41 GB free" });
    expect(disk(0.9e9)?.state).toBe("look");
    expect(disk(0.1e9)?.state).toBe("stop");
    expect(disk(null)?.state).toBe("look");
  });

  test("J6 a backup is recent, or covers everything, or is made now", () => {
    const backup = (more: Partial<Departure["backup"]>) =>
      check("backup", withDeparture({ backup: { ...departure.backup, ...more } }));
    expect(backup({ lastAtMs: null })).toMatchObject({ state: "look", act: "backup" });
    expect(backup({ lastAtMs: nowMs - 30_000, isCurrent: false })?.state).toBe("fine");
    expect(backup({ lastAtMs: nowMs - 9 * hourMs })?.state).toBe("fine");
    expect(backup({ lastAtMs: nowMs - 9 * hourMs, isCurrent: false })).toMatchObject({
      state: "look",
      act: "backup",
    });
    expect(backup({ lastAtMs: null, mayMake: false })?.act).toBeUndefined();
  });

  test("J9 a journal mirror that is kept is a check of its own, and a problem with it says what to do", () => {
    const copy = (more: Partial<Departure["journalMirror"]>, mayMake = true) =>
      check("journal-mirror", {
        departure: {
          ...departure,
          backup: { ...departure.backup, mayMake },
          journalMirror: { ...departure.journalMirror, lastAtMs: nowMs, ...more },
        },
      });
    expect(copy({ state: "off" })).toBeUndefined();
    expect(copy({ state: "writing" })).toMatchObject({ state: "fine" });
    expect(copy({ state: "writing", behind: 3 })).toMatchObject({
      state: "running",
      text: "3 entries on the way.",
    });
    for (const why of journalMirrorStatusSchema.shape.why.unwrap().options) {
      const trouble = copy({ state: "behind", behind: 3, why });
      expect(trouble).toMatchObject({ state: "look", act: "settings" });
      expect(trouble?.text, why).toMatch(
        /: .+\. Everything is saved on this computer meanwhile\.$/u,
      );
    }
    expect(
      copy({ state: "behind", behind: 3, missing: 0, why: "file-gone" }, false)?.act,
    ).toBeUndefined();
  });

  test("M8 the check before departure says how many other computers can go on alone", () => {
    const desks = (full: number, complete: number) =>
      check("desks", withDeparture({ desks: { full, complete } }));
    expect(check("desks", withDeparture({ desks: null }))).toBeUndefined();
    expect(desks(2, 2)).toMatchObject({ state: "fine" });
    expect(desks(3, 2)).toMatchObject({
      state: "look",
      text: expect.stringMatching(/^1 of 3 other computers does not have every registration yet/),
    });
  });

  test("O1 what is stuck is settled before the connection is gone", () => {
    expect(check("queue", withSync({ needsAttention: 2 }))).toMatchObject({
      state: "look",
      act: "sync",
    });
    expect(check("queue", withSync({ waiting: 1 }))).toMatchObject({
      state: "waiting",
      act: "sync",
    });
    expect(check("queue", withSync({ waiting: 1, paused: true }))?.state).toBe("look");
    expect(check("queue", withSync({ paused: true }))?.state).toBe("fine");
    const copied = { why: "older" as const, foundAtMs: nowMs };
    for (const waiting of [0, 2]) {
      const held = check("queue", withSync({ waiting, copied }));
      expect(held).toMatchObject({ state: "look", act: "sync" });
    }
  });

  test("D6 award segments are here, or it is said where to get them", () => {
    const awards = (more: Partial<Departure["awards"]>) =>
      check("awards", withDeparture({ awards: { ...departure.awards, ...more } }));
    expect(awards({})?.text).toBe("18 segments in 4 runs");
    expect(awards({ withoutDepth: 2 })).toMatchObject({ state: "look", act: "podium" });
    expect(awards({ state: "none", segments: 0, runs: 0 })?.state).toBe("fine");
    expect(awards({ state: "failed", segments: 0 })).toMatchObject({
      state: "look",
      act: "awards",
    });
    expect(awards({ state: "unrecognised" })).toMatchObject({ state: "look", act: "podium" });
    expect(awards({ state: "never", segments: 0, fetchedAtMs: null })?.state).toBe("waiting");
  });

  test("what is still open stands first, the rest in its order", () => {
    const facts = {
      ...withDownload({ completedAtMs: nowMs - 50 * hourMs }),
      ...withSync({ waiting: 1 }),
    };
    const given = {
      ...all,
      ...facts,
      connection: { ...connection, state: "key-refused" as const },
    };
    expect(openFirst(checkEvent(given)).map(({ id }) => id)).toEqual([
      "key",
      "copy",
      "queue",
      "write",
      "counts",
      "awards",
      "clock",
      "zone",
      "disk",
      "backup",
    ]);
  });

  test("nothing is called ready that was not looked at yet", () => {
    expect(verdict({ departure: null, sync: null })).toMatchObject({
      isReady: false,
      fine: 5,
      of: 10,
    });
  });

  test("how long it takes is said only where nothing but the download is open", () => {
    const running = {
      state: "downloading" as const,
      completedAtMs: null,
      rows: 2_914,
      remainingMs: 25_000,
    };
    expect(verdict(withDownload(running)).text).toBe(
      "2 of 10 checks are still open, 7 are fine. 1 cannot be tried before the first walk-up. About 25 s, then you can go.",
    );
    expect(verdict({ ...withDownload(running), ...withSync({ needsAttention: 1 }) }).text).toBe(
      "3 of 10 checks are still open, 6 are fine. 1 cannot be tried before the first walk-up.",
    );
  });

  test("D2 every state of a copy and every note has words", () => {
    for (const state of copyStateSchema.options) {
      for (const completedAtMs of [null, nowMs - hourMs, nowMs - 90 * hourMs]) {
        expect(describeReplica({ ...download, state, completedAtMs }, nowMs).text).not.toBe("");
      }
    }
    for (const code of copyNoteSchema.shape.code.options) {
      expect(noteText({ code, facts: {} }), code).toMatch(/\.$/u);
    }
  });
});

test("D2 D3 one registration, and one missing runner, are said in the singular", () => {
  const { check } = events;
  expect(check.paused(1)).toMatch(/^Stopped after 1 registration\. /);
  expect(check.incomplete(1)).toBe("1 registration, but there may be more.");
  expect(noteText({ code: "sweep-held", facts: { rows: 1, of: 500 } })).toMatch(
    /^1 of 500 runners was missing /,
  );
});
