import { describe, expect, test } from "vitest";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { RegistrationReplica } from "#shared/domain/registrations/runner-projection.ts";
import { projectRunner } from "#shared/domain/registrations/runner-projection.ts";
import { projectWalkUp } from "#shared/domain/walk-ups/walk-up-projection.ts";
import { copy, entries, form } from "./runner-samples.ts";

const organizers: RegistrationReplica = {
  ...copy,
  runId: "run-2",
  name: "Ana Okafor",
  status: "waitlist",
  paceGroup: "5:30",
  checkedIn: true,
  teamId: "team-1",
  goneAtMs: 7,
};

const typed = { ...form, status: "cancelled", paceGroup: "6:00" } as const;

/** A walk-up of these fields; `more` are the facts that follow its entry. */
function walkUpRunner(
  registration: RegistrationReplica | null,
  registrationId: string | null = registration?.id ?? null,
  ...more: Parameters<typeof entries>
) {
  const facts = entries(
    { kind: "walk-up.saved", payload: { form: typed, bib: "900", outboxId: "o1" }, subject: "w_1" },
    ...more.map((fact) => ({ subject: "w_1", ...fact })),
  );
  const walkUp = projectWalkUp("w_1", facts);
  return projectRunner({ registration, walkUp: walkUp && { ...walkUp, registrationId }, facts });
}

describe("whose fields a runner has", () => {
  test("W2 a registration of the organizer has the organizer's fields", () => {
    expect(projectRunner({ registration: organizers, walkUp: null, facts: [] })).toEqual({
      runnerId: "r1",
      eventId: "e",
      source: "api",
      registrationId: "r1",
      provisional: false,
      runId: "run-2",
      name: "Ana Okafor",
      email: "a@example.org",
      bib: "007",
      apiBib: "007",
      givenBib: null,
      bibGivenHere: false,
      standing: "waitlist",
      status: "waitlist",
      paceGroup: "5:30",
      teamId: "team-1",
      apiCheckedIn: true,
      claims: [],
      delivery: null,
      takenBack: false,
      goneAtMs: 7,
      pronunciation: null,
    });
  });

  test("W2 a walk-up without a registration has the fields of its form", () => {
    expect(walkUpRunner(null)).toEqual({
      runnerId: "w_1",
      eventId: "e",
      source: "walk-up",
      registrationId: null,
      provisional: false,
      runId: "run-1",
      name: "Wes",
      email: "w@example.org",
      bib: "900",
      apiBib: null,
      givenBib: "900",
      bibGivenHere: true,
      standing: "cancelled",
      status: "cancelled",
      paceGroup: "6:00",
      teamId: null,
      apiCheckedIn: false,
      claims: [],
      delivery: "not-sent",
      takenBack: false,
      goneAtMs: null,
      pronunciation: null,
    });
  });

  test("W2 a walk-up with a registration keeps its id and its bib, and takes the other fields from the organizer", () => {
    expect(walkUpRunner(organizers)).toMatchObject({
      runnerId: "w_1",
      source: "walk-up",
      registrationId: "r1",
      runId: "run-2",
      name: "Ana Okafor",
      email: "a@example.org",
      bib: "900",
      apiBib: "007",
      status: "waitlist",
      paceGroup: "5:30",
      teamId: "team-1",
    });
  });

  test("W2 a walk-up whose form names no status is confirmed", () => {
    const facts = entries({
      kind: "walk-up.saved",
      payload: { form, outboxId: "o1" },
      subject: "w_1",
    });
    const walkUp = projectWalkUp("w_1", facts);
    const granted = walkUp && { ...walkUp, registrationId: null };
    expect(projectRunner({ registration: null, walkUp: granted, facts })).toMatchObject({
      standing: "confirmed",
      status: "confirmed",
    });
  });

  test("W2 a bib that is given under the id of the registration is the walk-up's", () => {
    const given = {
      kind: "bib.given",
      payload: { bib: "901", previousBib: "900" },
      subject: "r1",
    } as const;
    expect(walkUpRunner(organizers, "r1", given)?.bib).toBe("901");
  });

  test("W6 a retracted walk-up says so", () => {
    const retracted = { kind: "walk-up.taken-back", payload: { askOrganizer: false } } as const;
    expect(walkUpRunner(null, null, retracted)).toMatchObject({ takenBack: true });
  });

  const paired = { kind: "walk-up.paired", payload: { registrationId: "r1" } } as const;
  const confirmed = {
    kind: "walk-up.confirmed",
    payload: { outboxId: "o1", participantId: "r1" },
  } as const;

  test.each([
    ["a registration that only looks like the walk-up's", "r1", paired, true],
    ["a confirmed registration", "r1", confirmed, false],
    ["a registration that another walk-up got", null, paired, false],
  ])("W2 whether a match is provisional: %s", (_what, registrationId, fact, provisional) => {
    expect(walkUpRunner(null, registrationId, fact)?.provisional).toBe(provisional);
  });
});

describe("what the journal says of a runner", () => {
  const told = (...facts: Parameters<typeof entries>) =>
    projectRunner({ registration: copy, walkUp: null, facts: entries(...facts) });

  const say = (text: string) => ({ kind: "pronunciation.set", payload: { text } }) as const;

  test.each([
    ["none was written", [], null],
    ["one was written", ["OH-ka-for"], "OH-ka-for"],
    ["two were written", ["OH-ka-for", "o-KA-for"], "o-KA-for"],
    ["the last one is empty", ["OH-ka-for", ""], null],
  ])(
    "P7 the note on how to say a name that was written last is in force: %s",
    (_what, texts, shown) => {
      expect(told(...texts.map(say))?.pronunciation).toBe(shown);
    },
  );

  test("J4 an entry of a kind that a later version added has no effect", () => {
    const known = entries({ kind: "check-in.made", payload: {} }, say("OH-ka-for"));
    const later = known.map((entry): JournalEntry => ({
      ...entry,
      sequence: entry.sequence + 2,
      kind: "runner.later",
    }));
    const runner = (facts: JournalEntry[]) =>
      projectRunner({ registration: copy, walkUp: null, facts });
    expect(runner([...known, ...later])).toEqual(runner(known));
  });
});
