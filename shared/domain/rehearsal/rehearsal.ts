import { z } from "zod";

/** The faults of a rehearsal. A fault lasts until the next fault begins. */
export const rehearsalFaults = [
  "slow-network",
  "lost-reply",
  "network-lost",
  "refusal",
  "server-errors",
  "login-page",
] as const;
export type RehearsalFault = (typeof rehearsalFaults)[number];

/** A change that is made once, as by the organizer. */
export const rehearsalSurprises = ["runner-cancelled", "bib-changed"] as const;
export type RehearsalSurprise = (typeof rehearsalSurprises)[number];

export interface RehearsalStep {
  /** Milliseconds since the start. */
  readonly atMs: number;
  /** `all-well` ends the current fault. */
  readonly what: RehearsalFault | RehearsalSurprise | "all-well";
}

const second = 1_000;

export const rehearsalMs = 600 * second;

/** Each fault once, from mild to confusing, and two minutes without a fault at the end. */
export const rehearsalScript: readonly RehearsalStep[] = [
  { atMs: 30 * second, what: "slow-network" },
  { atMs: 60 * second, what: "all-well" },
  { atMs: 75 * second, what: "lost-reply" },
  { atMs: 150 * second, what: "network-lost" },
  { atMs: 240 * second, what: "refusal" },
  { atMs: 285 * second, what: "runner-cancelled" },
  { atMs: 330 * second, what: "bib-changed" },
  { atMs: 360 * second, what: "server-errors" },
  { atMs: 420 * second, what: "login-page" },
  { atMs: 480 * second, what: "all-well" },
];

export const isSurprise = (what: RehearsalStep["what"]): what is RehearsalSurprise =>
  rehearsalSurprises.some((surprise) => surprise === what);

/** The number of times that the crew must do each task. */
export const rehearsalTasks = {
  "check-in": 20,
  "walk-up": 3,
  correction: 1,
  bib: 1,
  seen: 1,
} as const;
export type RehearsalTask = keyof typeof rehearsalTasks;

/** One walk-up of the rehearsal, in the outbox and in the sandbox. */
export interface WalkUpEvidence {
  /** Whether the outbox has an entry for the walk-up. */
  readonly isQueued: boolean;
  /** Whether an outbox entry of the walk-up is neither done nor cancelled. */
  readonly isOpen: boolean;
  /** Whether the desk shows that the walk-up arrived at the organizer. */
  readonly isConfirmed: boolean;
  /** The number of registrations that the sandbox created for the walk-up. */
  readonly created: number;
}

export interface RehearsalEvidence {
  /** The times of the check-ins, in order. */
  readonly checkInsAtMs: readonly number[];
  readonly undone: number;
  /** Number of check-ins in the journal that were not undone and that no screen shows. */
  readonly forgotten: number;
  readonly walkUps: readonly WalkUpEvidence[];
  /** Number of registrations that the sandbox created without an outbox entry. */
  readonly strangers: number;
}

export const rehearsalScoreSchema = z.object({
  checkedIn: z.int(),
  undone: z.int(),
  /** The median time between two check-ins; null with fewer than two. */
  perRunnerMs: z.int().nonnegative().nullable(),
  walkUps: z.int(),
  sentOnce: z.int(),
  doubled: z.int(),
  open: z.int(),
  /** Disagreements between journal, outbox and sandbox; 0: nothing was lost. */
  missing: z.int(),
});

/** Compares the actions of the crew with the state of this computer and of the sandbox. */
export function scoreRehearsal(evidence: RehearsalEvidence): z.infer<typeof rehearsalScoreSchema> {
  const { checkInsAtMs, undone, forgotten, walkUps, strangers } = evidence;
  const count = (is: (walkUp: WalkUpEvidence) => boolean): number => walkUps.filter(is).length;
  return {
    checkedIn: Math.max(0, checkInsAtMs.length - undone),
    undone,
    perRunnerMs: medianGap(checkInsAtMs),
    walkUps: walkUps.length,
    sentOnce: count(({ created }) => created === 1),
    doubled: count(({ created }) => created > 1),
    open: count(({ isOpen }) => isOpen),
    missing:
      forgotten +
      strangers +
      count(({ isQueued, isConfirmed, created }) => !isQueued || (isConfirmed && created === 0)),
  };
}

function medianGap(atMs: readonly number[]): number | null {
  const gaps = atMs
    .slice(1)
    .map((each, index) => each - (atMs[index] ?? each))
    .toSorted((one, other) => one - other);
  return gaps[Math.floor((gaps.length - 1) / 2)] ?? null;
}
