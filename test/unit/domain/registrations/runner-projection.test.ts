import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import type { Fact } from "#shared/domain/journal/journal-facts.ts";
import { compareEntries } from "#shared/domain/journal/journal.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { RegistrationReplica } from "#shared/domain/registrations/runner-projection.ts";
import { standingOf } from "#shared/domain/registrations/registration.ts";
import { claimOf, projectRunner } from "#shared/domain/registrations/runner-projection.ts";
import { compareClaims, projectWalkUp } from "#shared/domain/walk-ups/walk-up-projection.ts";
import { copy, entries, form } from "./runner-samples.ts";

const project = (facts: JournalEntry[], registration: RegistrationReplica | null = copy) =>
  projectRunner({ registration, walkUp: null, facts });

describe("check-ins", () => {
  test("J4 two check-ins of one runner are both kept, the earliest is the one shown", () => {
    const facts = entries(
      { kind: "check-in.made", payload: {} },
      { kind: "check-in.made", payload: { reason: "again" } },
    );
    const claims = project(facts)?.claims.map(({ entryId }) => entryId);
    expect(claims).toEqual(["d.e.1", "d.e.2"]);
  });

  test("J2 an undo is an entry: it voids the one it names and leaves the other", () => {
    const facts = entries(
      { kind: "check-in.made", payload: {} },
      { kind: "check-in.made", payload: {} },
      { kind: "check-in.undone", payload: { undoes: "d.e.1" } },
    );
    expect(project(facts)?.claims.map(({ entryId }) => entryId)).toEqual(["d.e.2"]);
  });

  test("J4 an undo voids its entry even where it sorts before it", () => {
    const [made, undone] = entries(
      { kind: "check-in.made", payload: {} },
      { kind: "check-in.undone", payload: { undoes: "d.e.1" } },
    );
    const sorted = [made, undone]
      .filter((entry) => entry !== undefined)
      .toSorted((one, other) => -compareEntries(one, other));
    expect(project(sorted)?.claims).toEqual([]);
  });

  test("J5 a check-in of somebody who is not here adds itself and changes nothing else", () => {
    const undone = fc.record({
      kind: fc.constant("check-in.undone" as const),
      payload: fc.record({ undoes: fc.constantFrom("d.e.1", "d.e.2", "d.e.3", "x.y.1") }),
    });
    const given = fc.record({
      kind: fc.constant("bib.given" as const),
      payload: fc.record({ bib: fc.constantFrom("1", "2"), previousBib: fc.constant(null) }),
    });
    const made = fc.constant({ kind: "check-in.made" as const, payload: {} });
    let seen = 0;
    fc.assert(
      fc.property(fc.array(fc.oneof(undone, given, made), { maxLength: 6 }), (told) => {
        const facts = entries(...told, { kind: "check-in.made", payload: {} });
        const [last] = facts.slice(-1);
        const before = project(facts.slice(0, -1));
        if (last === undefined || before === null || before.claims.length > 0) return;
        // No entry can name an entry that was written later.
        if (
          told.some(
            (fact) => fact.kind === "check-in.undone" && fact.payload.undoes === entryIdOf(last),
          )
        )
          return;
        seen += 1;
        expect(project(facts)).toEqual({ ...before, claims: [claimOf(last)] });
      }),
    );
    expect(seen).toBeGreaterThan(10);
  });

  test("C2 the server's own check-in is not a claim of ours", () => {
    const runner = project([], { ...copy, checkedIn: true });
    expect(runner?.apiCheckedIn).toBe(true);
    expect(runner?.claims).toEqual([]);
  });
});

describe("bibs", () => {
  test("B3 a bib given here is in force whatever the replica says, the replica's is kept beside it", () => {
    const facts = entries({ kind: "bib.given", payload: { bib: "12", previousBib: "007" } });
    expect(project(facts, { ...copy, bib: null })).toMatchObject({ bib: "12", apiBib: null });
    expect(project(facts)).toMatchObject({ bib: "12", apiBib: "007", bibGivenHere: true });
  });

  test("B3 the listed bib that was handed over stays whatever the replica says later, until the check-in is undone", () => {
    const facts = entries({ kind: "check-in.made", payload: { bib: "007" } });
    expect(project(facts)).toMatchObject({ bib: "007", bibGivenHere: false });
    for (const bib of [null, "R007"]) {
      const changed = { bib: "007", apiBib: bib, givenBib: null, bibGivenHere: true };
      expect(project(facts, { ...copy, bib })).toMatchObject(changed);
    }
    const undone = [
      ...facts,
      ...entries({ kind: "check-in.undone", payload: { undoes: "d.e.1" } }),
    ];
    expect(project(undone, { ...copy, bib: "R007" })).toMatchObject({
      bib: "R007",
      bibGivenHere: false,
    });
  });

  test("B3 a bib that is given after the check-in wins over the one that was handed over", () => {
    const facts = entries(
      { kind: "check-in.made", payload: { bib: "007" } },
      { kind: "bib.given", payload: { bib: "12", previousBib: "007" } },
    );
    expect(project(facts, { ...copy, bib: "R007" })?.bib).toBe("12");
  });

  test("B3 a check-in without a bib, as earlier versions wrote all, leaves the bib to the organizer", () => {
    const facts = entries({ kind: "check-in.made", payload: {} });
    expect(project(facts, { ...copy, bib: "R007" })?.bib).toBe("R007");
  });

  test("B2 a swap gives each side what the other held, also nothing", () => {
    const facts = entries({
      kind: "bib.swapped",
      payload: { bib: "5", otherBib: null },
      subject: "r2",
      otherSubject: "r1",
    });
    expect(project(facts)).toMatchObject({ bib: null, bibGivenHere: true });
  });

  test("C3 an undone bib falls back to the one before, in the end to the organizer's", () => {
    const given = entries(
      { kind: "bib.given", payload: { bib: "12", previousBib: "007" } },
      { kind: "bib.given", payload: { bib: "13", previousBib: "12" } },
      { kind: "bib.undone", payload: { undoes: "d.e.2", bib: "12" } },
    );
    expect(project(given)?.bib).toBe("12");
    const undone = [
      ...given,
      ...entries({ kind: "bib.undone", payload: { undoes: "d.e.1", bib: "007" } }),
    ];
    expect(project(undone)).toMatchObject({ bib: "007", bibGivenHere: false });
  });
});

describe("walk-ups", () => {
  const saved = {
    kind: "walk-up.saved",
    payload: { form, bib: "900", outboxId: "o1" },
    subject: "w_1",
  } as const;
  const tell = (...facts: Parameters<typeof entries>) => {
    const told = entries(saved, ...facts.map((fact) => ({ subject: "w_1", ...fact })));
    return { told, walkUp: projectWalkUp("w_1", told) };
  };

  test("W2 a walk-up exists at once, with its bib", () => {
    const { told, walkUp } = tell();
    expect(walkUp).toMatchObject({ delivery: "not-sent", wantedRegistrationId: null });
    const runner = projectRunner({
      registration: null,
      walkUp: walkUp === null ? null : { ...walkUp, registrationId: null },
      facts: told,
    });
    expect(runner).toMatchObject({ runnerId: "w_1", source: "walk-up", bib: "900", name: "Wes" });
  });

  test("W2 it keeps the typed name where the organizer's registration has none", () => {
    const { told, walkUp } = tell({
      kind: "walk-up.paired",
      payload: { registrationId: "r1" },
    });
    if (walkUp === null) throw new Error("No walk-up");
    const nameOf = (registration: RegistrationReplica) =>
      projectRunner({ registration, walkUp: { ...walkUp, registrationId: "r1" }, facts: told })
        ?.name;
    expect(nameOf({ ...copy, name: null })).toBe("Wes");
    expect(nameOf(copy)).toBe("Ana");
  });

  test.each([
    ["maybe-sent", [{ kind: "walk-up.sent", payload: { outboxId: "o1", credential: "k" } }]],
    [
      "refused",
      [
        { kind: "walk-up.sent", payload: { outboxId: "o1", credential: "k" } },
        {
          kind: "walk-up.refused",
          payload: { outboxId: "o1", httpStatus: 422, code: null, message: "no" },
        },
      ],
    ],
    [
      "confirmed",
      [{ kind: "walk-up.confirmed", payload: { outboxId: "o1", participantId: "r9" } }],
    ],
    ["not-sent", [{ kind: "walk-up.paired", payload: { registrationId: "r9" } }]],
    ["taken-back", [{ kind: "walk-up.taken-back", payload: { askOrganizer: true } }]],
  ] as const satisfies [string, Fact[]][])("J5 its facts make it %s", (delivery, facts) => {
    expect(tell(...facts).walkUp?.delivery).toBe(delivery);
  });

  test("W3 an edited one is told by its new entry", () => {
    const { walkUp } = tell(
      {
        kind: "walk-up.refused",
        payload: { outboxId: "o1", httpStatus: 422, code: null, message: "no" },
      },
      {
        kind: "walk-up.edited",
        payload: { form: { ...form, email: "x@y.z" }, outboxId: "o2", successorOf: "o1" },
      },
    );
    expect(walkUp).toMatchObject({ outboxId: "o2", delivery: "not-sent" });
    expect(walkUp?.form.email).toBe("x@y.z");
  });

  test("W2 a confirmation takes the place of a provisional pair", () => {
    const { walkUp } = tell(
      { kind: "walk-up.paired", payload: { registrationId: "r8" } },
      { kind: "walk-up.confirmed", payload: { outboxId: "o1", participantId: "r9" } },
    );
    expect(walkUp).toMatchObject({ wantedRegistrationId: "r9", provisional: false });
  });

  test("W3 once a person said that the organizer was told of the retraction, nobody is to ask", () => {
    const confirmed = {
      kind: "walk-up.confirmed",
      payload: { outboxId: "o1", participantId: "r9" },
    } as const;
    const retracted = { kind: "walk-up.taken-back", payload: { askOrganizer: true } } as const;
    const told = (outboxId: string, decision = "organizer-told") =>
      ({ kind: "outbox.decided", payload: { outboxId, decision } }) as const;
    const isAsked = (...facts: Fact[]) => tell(confirmed, ...facts).walkUp?.askOrganizer;
    expect(isAsked(retracted)).toBe(true);
    expect(isAsked(retracted, told("o1"))).toBe(false);
    expect(isAsked(told("o1"), retracted)).toBe(false);
    expect(isAsked(retracted, told("o1"), told("o1", "organizer-not-told"))).toBe(true);
    expect(isAsked(retracted, told("o0"), told("o1", "adopt"))).toBe(true);
  });

  test("J4 of two walk-ups that want one registration the firm claim wins, then the earlier", () => {
    const one = tell({ kind: "walk-up.paired", payload: { registrationId: "r9" } }).walkUp;
    if (one === null) throw new Error("No walk-up");
    const firm = { ...one, localId: "w_2", provisional: false, wantedSince: "z" };
    const later = { ...one, localId: "w_0", wantedSince: "z" };
    expect([later, one, firm].toSorted(compareClaims)).toEqual([firm, one, later]);
  });
});

describe("standing", () => {
  test("D6 a status nobody knows is not confirmed", () => {
    expect(standingOf("confirmed")).toBe("confirmed");
    expect(standingOf("deferred")).toBe("other");
    expect(standingOf("constructor")).toBe("other");
  });

  test("J5 without a registration or walk-up there is no runner, whatever facts name it", () => {
    expect(project(entries({ kind: "check-in.made", payload: {} }), null)).toBeNull();
    expect(entryIdOf({ device: "d", epoch: "e", sequence: 1 })).toBe("d.e.1");
  });
});
