import { createChance } from "./chance.ts";
import type { Moment, SeasonReport } from "./season.ts";
import { moments, runSeason } from "./season.ts";

/** The number of kills that share one sandbox and one data folder. After them both are deleted. */
const seasonCycles = 25;

export interface CampaignReport extends SeasonReport {
  readonly cycles: number;
  readonly seasons: number;
}

export interface CampaignOptions {
  readonly cycles: number;
  readonly seed: number;
  /** The number of seasons that run at a time, each with a sandbox, a station and three desks. */
  readonly jobs: number;
  onKill?(moment: Moment): void;
}

/** A season failed. Its seed repeats the same commands and draws the same moments. */
export class SeasonBroke extends Error {
  override readonly name = "SeasonBroke";
}

/**
 * Kills stations `cycles` times in all, in seasons whose seeds follow from `seed`. If there is only one season, its
 * seed is the campaign's seed, so that a failed season can be repeated. Throws `SeasonBroke` at the first promise that
 * does not hold, with the seed and the length of the season.
 */
export async function runCampaign(options: CampaignOptions): Promise<CampaignReport> {
  const { cycles, seed, jobs, onKill } = options;
  const seasons = Math.ceil(cycles / seasonCycles);
  const chance = createChance(seed);
  const seeds = Array.from({ length: seasons }, () => (seasons === 1 ? seed : chance.seed()));
  const reports: SeasonReport[] = [];
  let next = 0;
  let isBroken = false;
  const work = async (): Promise<void> => {
    while (next < seasons && !isBroken) {
      const index = next;
      next += 1;
      const length = Math.min(seasonCycles, cycles - index * seasonCycles);
      const seasonSeed = seeds[index] ?? seed;
      try {
        reports.push(
          await runSeason({ seed: seasonSeed, cycles: length, ...(onKill && { onKill }) }),
        );
      } catch (cause) {
        isBroken = true;
        const again = `npm run crash -- --cycles ${length} --seed ${seasonSeed}`;
        throw new SeasonBroke(`${String(cause)}\nAgain: ${again}`, { cause });
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: jobs }, work));
  for (const end of ended) if (end.status === "rejected") throw end.reason;
  const sum = (read: (report: SeasonReport) => number): number =>
    reports.reduce((total, report) => total + read(report), 0);
  return {
    cycles,
    seasons,
    kills: Object.fromEntries(
      moments.map((moment) => [moment, sum(({ kills }) => kills[moment])]),
    ) as Record<Moment, number>,
    acknowledged: sum(({ acknowledged }) => acknowledged),
    givenAgain: sum(({ givenAgain }) => givenAgain),
    interrupted: sum(({ interrupted }) => interrupted),
    created: sum(({ created }) => created),
  };
}

/** One line for people. */
export function describeCampaign(report: CampaignReport): string {
  const { cycles, kills, acknowledged, givenAgain, interrupted, created } = report;
  const when = moments.map((moment) => `${kills[moment]} ${moment}`).join(", ");
  return [
    `${cycles} kills (${when})`,
    `${acknowledged} acknowledged facts, all there once`,
    `${givenAgain} orders without a reply, given again`,
    `${interrupted} requests cut in flight`,
    `${created} made at the partner, none twice`,
  ].join("; ");
}
