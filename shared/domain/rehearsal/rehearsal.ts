/** What goes wrong in a rehearsal until something else does. */
export const rehearsalTroubles = [
  "slow-line",
  "lost-reply",
  "line-lost",
  "refusal",
  "server-errors",
  "login-page",
] as const;
export type RehearsalTrouble = (typeof rehearsalTroubles)[number];

/** What somebody does elsewhere meanwhile, once. */
export const rehearsalSurprises = ["runner-cancelled", "bib-changed"] as const;
export type RehearsalSurprise = (typeof rehearsalSurprises)[number];

export interface RehearsalStep {
  /** Since the start. */
  readonly atMs: number;
  /** `all-well` ends whatever goes wrong. */
  readonly what: RehearsalTrouble | RehearsalSurprise | "all-well";
}

const second = 1_000;

export const rehearsalMs = 600 * second;

/** Every kind of trouble once, from the mild to the confusing, and two quiet minutes at the end to tidy up. */
export const rehearsalScript: readonly RehearsalStep[] = [
  { atMs: 30 * second, what: "slow-line" },
  { atMs: 60 * second, what: "all-well" },
  { atMs: 75 * second, what: "lost-reply" },
  { atMs: 150 * second, what: "line-lost" },
  { atMs: 240 * second, what: "refusal" },
  { atMs: 285 * second, what: "runner-cancelled" },
  { atMs: 330 * second, what: "bib-changed" },
  { atMs: 360 * second, what: "server-errors" },
  { atMs: 420 * second, what: "login-page" },
  { atMs: 480 * second, what: "all-well" },
];

export const isSurprise = (what: RehearsalStep["what"]): what is RehearsalSurprise =>
  rehearsalSurprises.some((surprise) => surprise === what);

/** What is asked of those who train. */
export const rehearsalTasks = {
  "check-in": 20,
  "walk-up": 3,
  mend: 1,
  bib: 1,
  seen: 1,
} as const;
export type RehearsalTask = keyof typeof rehearsalTasks;

/** One walk-up of the rehearsal: what the queue and the organizer's side know of it. */
export interface WalkUpEvidence {
  /** The queue has an entry for it. */
  readonly isQueued: boolean;
  /** One of its entries is neither done nor ended. */
  readonly isOpen: boolean;
  /** The desk believes that it arrived. */
  readonly isConfirmed: boolean;
  /** How many registrations the organizer's side made of it. */
  readonly created: number;
}

export interface RehearsalEvidence {
  /** When check-ins were made, in the order they were made. */
  readonly checkInsAtMs: readonly number[];
  readonly undone: number;
  /** Check-ins that stand in the journal and are not shown as such. */
  readonly forgotten: number;
  readonly walkUps: readonly WalkUpEvidence[];
  /** Registrations that the organizer's side made and no entry of the queue asked for. */
  readonly strangers: number;
}

export interface RehearsalScore {
  readonly checkedIn: number;
  readonly undone: number;
  /** Between two check-ins, half of them took less; null with fewer than two. */
  readonly perRunnerMs: number | null;
  readonly walkUps: number;
  readonly sentOnce: number;
  readonly doubled: number;
  readonly open: number;
  /** Places where journal, queue and the organizer's side do not agree: 0 is nothing lost. */
  readonly missing: number;
}

/** Compares what was done with what came of it, on this computer and on the organizer's side. */
export function scoreRehearsal(evidence: RehearsalEvidence): RehearsalScore {
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
