import type { RegistrationStatus } from "#shared/partner-api/registration.ts";
import type { RegistrationDocument } from "../documents.ts";
import { withoutUndefined } from "#shared/domain/basics/tidy.ts";
import type { RunPlan } from "./event-plan.ts";
import type { FeaturedRunner } from "./featured.ts";
import { personAt } from "./people.ts";
import { createPositionIds, mix } from "./prng.ts";

/** A run and its id. The members of a relay team share `teamId` and bib. */
interface RosterRun extends RunPlan {
  readonly id: string;
}

export interface RosterOptions {
  readonly seed: number;
  readonly ordinal: number;
  readonly eventId: string;
  readonly runs: readonly [RosterRun, ...RosterRun[]];
  readonly size: number;
  readonly featured: readonly FeaturedRunner[];
}

const bibBlock = 1000;
const missingBibIn = 29;
const twinBibIn = 1511;
const checkedInIn = 401;

/** The seeded registrations of one event. Only run and rank are stored; a row is generated on request (X20). */
export function createRoster(options: RosterOptions) {
  const { eventId, runs, size, featured } = options;
  const seed = mix(options.seed, options.ordinal);
  const ids = createPositionIds(options.seed, 1000 + options.ordinal);
  const featuredBibs = new Set(featured.map((runner) => runner.bib));
  const runIndexes = new Uint8Array(size);
  const ranks = new Uint32Array(size);
  const counts = runs.map(() => 0);
  for (let position = 0; position < size; position += 1) {
    const runIndex = runIndexFor(options, seed, position);
    runIndexes[position] = runIndex;
    const rank = (counts[runIndex] ?? 0) + (position < featured.length ? 0 : 1);
    ranks[position] = rank;
    counts[runIndex] = rank;
  }
  const blockStarts = startsOfBlocks(counts);

  function runAt(position: number): RosterRun {
    return runs[runIndexes[position] ?? 0] ?? runs[0];
  }

  const statusAt = (position: number): RegistrationStatus =>
    featured[position]?.status ?? drawStatus(seed, position);

  function bibAt(position: number): string | undefined {
    const drawn = mix(seed ^ 0x53, position);
    if (drawn % missingBibIn === 3) return undefined;
    const run = runAt(position);
    const rank = ranks[position] ?? 0;
    const twin = drawn % twinBibIn === 11 && rank > 1;
    const place =
      run.relay === undefined ? rank - (twin ? 1 : 0) : teamOf(rank, run.relay.teamSize);
    if (run.bibPrefix !== undefined) return free(run.bibPrefix + String(place));
    const number = (blockStarts[runIndexes[position] ?? 0] ?? 1) + place - 1;
    return free(
      number < 100 && number % 3 === 0 ? String(number).padStart(3, "0") : String(number),
    );
  }

  const free = (bib: string): string | undefined => (featuredBibs.has(bib) ? undefined : bib);

  function rowAt(position: number): RegistrationDocument {
    const run = runAt(position);
    const common = { _id: ids.idAt(position), eventId, eventRunId: run.id };
    const known = featured[position];
    if (known !== undefined) return withoutUndefined({ ...common, ...featuredFields(known) });
    const person = personAt(seed, position);
    const drawn = mix(seed ^ 0x54, position);
    const status = statusAt(position);
    const { paceGroups = [] } = run;
    return withoutUndefined({
      ...common,
      ...person,
      registrationType: run.free === true || drawn % 17 === 0 ? "free" : "paid",
      registrationStatus: status,
      paceGroup: drawn % 3 === 0 ? undefined : paceGroups[drawn % paceGroups.length],
      bibIdentifier: bibAt(position),
      checkedIn: status === "confirmed" && drawn % checkedInIn === 1,
      teamId:
        run.relay === undefined
          ? undefined
          : `${run.id.slice(-6)}-${teamOf(ranks[position] ?? 1, run.relay.teamSize)}`,
    });
  }

  return {
    size,
    rowAt,
    statusAt,
    runIndexAt: (position: number): number => runIndexes[position] ?? 0,
    positionOf(id: string): number | undefined {
      const position = ids.positionOf(id);
      return position !== undefined && position < size ? position : undefined;
    },
  };
}

export type Roster = ReturnType<typeof createRoster>;

function runIndexFor({ runs, featured }: RosterOptions, seed: number, position: number): number {
  const label = featured[position]?.run;
  if (label !== undefined) return runs.findIndex((run) => run.label === label);
  let drawn = mix(seed ^ 0x51, position) % 1000;
  return Math.max(
    0,
    runs.findIndex((run) => (drawn -= run.share) < 0),
  );
}

function drawStatus(seed: number, position: number): RegistrationStatus {
  const drawn = mix(seed ^ 0x52, position) % 100;
  if (drawn < 92) return "confirmed";
  return drawn < 95 ? "cancelled" : drawn < 98 ? "waitlist" : "refunded";
}

const teamOf = (rank: number, teamSize: number): number => Math.floor((rank - 1) / teamSize) + 1;

/** The bibs of each run start at the next full thousand after the previous run. */
function startsOfBlocks(counts: readonly number[]): number[] {
  let start = 1;
  return counts.map((count) => {
    const own = start;
    start += Math.max(1, Math.ceil(count / bibBlock)) * bibBlock;
    return own;
  });
}

const featuredFields = ({ email, name, registrationType, ...rest }: FeaturedRunner) => ({
  email,
  name,
  registrationType,
  registrationStatus: rest.status,
  paceGroup: rest.paceGroup,
  bibIdentifier: rest.bib,
  checkedIn: rest.checkedIn,
});
