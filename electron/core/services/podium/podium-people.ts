import { isSameBib, shareBib } from "#shared/domain/bibs/bib.ts";
import { standingBibFacts } from "#shared/domain/check-in/check-in.ts";
import type { JudgedRunner } from "#shared/domain/podium/judge-slots.ts";
import { isConfirmed } from "#shared/domain/registrations/registration.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import type { RunnerRecord } from "#core/db/stores/runners/runner-rows.ts";
import { meantHoldersOf } from "#core/services/bibs/bib-holders.ts";
import { idsOf } from "#core/services/check-in/runner-ids.ts";
import type { Stored } from "#core/services/context.ts";

/** Maximum number of members of a relay team that are read at once; no team has so many. */
const maxMembers = 100;

/** Looks runners up for one reply, each at most once. */
export function readPeople(desk: Stored, eventId: string) {
  const { stores } = desk;
  const run = remember((runId: string) => stores.runs.get(runId));
  const byId = remember((runnerId: string) => stores.runners.get(eventId, runnerId));

  const teamOf = (runner: RunnerRecord): string | null =>
    run(runner.runId)?.isRelay === true ? runner.teamId : null;

  const holders = remember((bib: string) => {
    const apart: RunnerRecord[] = [];
    // A confirmed member stands for a relay team, so that the team is not warned about as if it had cancelled.
    for (const holder of meantHoldersOf(desk, eventId, bib).toSorted(confirmedFirst)) {
      const isRelay = teamOf(holder) !== null;
      const mate = apart.some((other) => shareBib({ ...other, isRelay }, { ...holder, isRelay }));
      if (!mate) apart.push(holder);
    }
    return apart;
  });

  const isCheckedIn = (runner: RunnerRecord): boolean =>
    runner.checkInEntry !== null || runner.apiCheckedIn;

  /** A relay team is checked in when one member is, because that member collects the bib for the team. */
  const isTeamCheckedIn = (runner: RunnerRecord, teamId: string): boolean =>
    stores.runners
      .byTeam(eventId, teamId, maxMembers)
      .some((mate) => mate.runId === runner.runId && !mate.takenBack && isCheckedIn(mate));

  /**
   * Whether somebody changed the runner's bib. Only a bib that was given in Chute can have changed in Chute, so the
   * entries of few runners are read.
   */
  const hasChangedBib = (runner: RunnerRecord): boolean =>
    runner.bibGivenHere &&
    standingBibFacts(stores.journal.ofSubjects(idsOf(runner))).some((entry) => {
      const fact = parseFact(entry);
      return (
        fact?.kind === "bib.swapped" ||
        (fact?.kind === "bib.given" && fact.payload.previousBib !== null)
      );
    });

  const judge = (runner: RunnerRecord): JudgedRunner => {
    const teamId = teamOf(runner);
    return {
      runnerId: runner.runnerId,
      runId: runner.runId,
      runLabel: run(runner.runId)?.label ?? "",
      teamId,
      bib: runner.bib,
      bibChanged: hasChangedBib(runner),
      standing: runner.standing,
      status: runner.status,
      checkedIn: isCheckedIn(runner) || (teamId !== null && isTeamCheckedIn(runner, teamId)),
      takenBack: runner.takenBack,
      gone: runner.goneAtMs !== null,
    };
  };
  const judged = new Map<string, JudgedRunner>();

  return {
    run,
    /** All runners whom this bib means; a relay team, which shares one bib, counts with one member (B2). */
    holders,
    /** Whether two texts are one bib: equal apart from the letter case, and with the same holders (B2). */
    isOneBib(one: string, other: string): boolean {
      if (one === other) return true;
      if (!isSameBib(one, other)) return false;
      const ofOther = holders(other);
      return (
        holders(one).length === ofOther.length &&
        holders(one).every(({ runnerId }, index) => runnerId === ofOther[index]?.runnerId)
      );
    },
    /** The team id in a relay run; null otherwise. */
    teamOf,
    /** The runner's present id, whatever id was used when they were placed (W2). */
    idOf: remember((runnerId) => stores.walkUps.byRegistration(runnerId)?.localId ?? runnerId),
    meant({ bib, runnerId }: { readonly bib: string; readonly runnerId: string | null }) {
      if (runnerId !== null) return { runner: byId(runnerId), holders: [] };
      const found = bib === "" ? [] : holders(bib);
      const [only = null] = found;
      return found.length === 1 ? { runner: only, holders: [] } : { runner: null, holders: found };
    },
    judged(runner: RunnerRecord) {
      const known = judged.get(runner.runnerId);
      if (known !== undefined) return known;
      const made = judge(runner);
      judged.set(runner.runnerId, made);
      return made;
    },
  };
}

const confirmedFirst = (one: RunnerRecord, other: RunnerRecord): number =>
  Number(isConfirmed(other.standing)) - Number(isConfirmed(one.standing));

export type PodiumPeople = ReturnType<typeof readPeople>;

function remember<Value>(read: (key: string) => Value): (key: string) => Value {
  const cached = new Map<string, Value>();
  return (key) => {
    if (cached.has(key)) return cached.get(key) as Value;
    const value = read(key);
    cached.set(key, value);
    return value;
  };
}
