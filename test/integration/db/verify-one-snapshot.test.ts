import { expect, onTestFinished, test, vi } from "vitest";
import { createJobs } from "#core/db/worker/job-client.ts";
import type { NewEntry } from "#core/db/stores/journal/journal-store.ts";
import { gunSubject } from "#shared/domain/finish-log/finish-log.ts";
import { author, openTestDatabase } from "#test/support/database.ts";

/** What the desk writes after a verification has read a subject's entries and before it reads the row to compare. */
const meanwhile: { desk: (() => void) | null } = { desk: null };

const letTheDeskWrite = (): void => {
  const { desk } = meanwhile;
  meanwhile.desk = null;
  desk?.();
};

vi.mock(import("#shared/domain/walk-ups/walk-up-projection.ts"), async (original) => {
  const real = await original();
  return {
    ...real,
    projectWalkUp(...asked) {
      letTheDeskWrite();
      return real.projectWalkUp(...asked);
    },
  };
});

vi.mock(import("#shared/domain/local-events/local-event-projection.ts"), async (original) => {
  const real = await original();
  return {
    ...real,
    projectLocalEvent(...asked) {
      letTheDeskWrite();
      return real.projectLocalEvent(...asked);
    },
  };
});

vi.mock(import("#core/db/stores/finish-line/finish-line-projector.ts"), async (original) => {
  const real = await original();
  return {
    ...real,
    keysOf(...asked) {
      letTheDeskWrite();
      return real.keysOf(...asked);
    },
  };
});

const outboxId = "o1";
const form = { eventRunId: "run-1", email: "w@example.org", registrationType: "free" };
const about = { ...author, eventId: "e" };
const made = { ...author, eventId: null };

/** Entries that were saved before, and entries that the desk writes between two reads of the verification. */
const cases: readonly [string, readonly NewEntry[], readonly NewEntry[]][] = [
  [
    "what the queue learned of a walk-up",
    [{ ...about, subject: "w_1", kind: "walk-up.saved", payload: { form, outboxId } }],
    [
      {
        ...about,
        subject: "w_1",
        kind: "walk-up.confirmed",
        payload: { outboxId, participantId: "r9" },
      },
    ],
  ],
  [
    "what it learned of new events",
    ["e_1", "e_2"].map((subject) => ({
      ...made,
      subject,
      kind: "event.saved" as const,
      payload: { form: { name: "Race", type: "race", date: "2026-05-17" }, outboxId },
    })),
    ["e_1", "e_2"].map((subject) => ({
      ...made,
      subject,
      kind: "event.confirmed" as const,
      payload: { outboxId, eventId: subject },
    })),
  ],
  [
    "another moment of a start",
    [{ ...about, subject: gunSubject("r"), kind: "gun.set", payload: { runId: "r", atMs: 1 } }],
    [{ ...about, subject: gunSubject("r"), kind: "gun.set", payload: { runId: "r", atMs: 2 } }],
  ],
];

test.each(cases)(
  "J5 a verification reads one moment: %s between two of its reads is no difference",
  async (_, before, between) => {
    const { db, stores } = openTestDatabase();
    const jobs = createJobs({ databasePath: db.path });
    onTestFinished(() => jobs.close());
    const write = (facts: readonly NewEntry[]): void =>
      db.transaction(() =>
        stores.runners.refreshFor(facts.map((fact) => stores.journal.append(fact))),
      );
    write(before);
    meanwhile.desk = () => write(between);
    expect(await jobs.run("verify-projections")).toMatchObject({ differences: 0 });
    expect(meanwhile.desk).toBeNull();
    expect(stores.journal.count()).toBe(before.length + between.length);
    expect(await jobs.run("verify-projections")).toMatchObject({ differences: 0 });
  },
);
