import type { RunAwardsDocument } from "../documents.ts";
import type { RunPlan } from "./event-plan.ts";

/** An award segment without finishers. */
interface SegmentPlan {
  readonly segmentId: string;
  readonly label: string;
  readonly depth: number;
}

const segment = (segmentId: string, label: string, depth: number): SegmentPlan => ({
  segmentId,
  label,
  depth,
});

const full = [
  segment("overall", "Overall", 4),
  segment("sex:female", "Women", 4),
  segment("sex:male", "Men", 4),
  segment("sex:female~age:40-49", "Women 40–49", 3),
  segment("sex:male~age:40-49", "Men 40–49", 3),
  segment("special:first-timer", "First half marathon", 1),
] as const;

const byLabel: Readonly<Record<string, readonly SegmentPlan[]>> = {
  Half: full,
  "10K": [...full.slice(0, 5), segment("special:local", "First from Tollan", 1)],
  "5K": [...full.slice(0, 3), segment("sex:female~age:13-17", "Girls 13–17", 3)],
  Kids: [segment("sex:female", "Girls", 3), segment("sex:male", "Boys", 3)],
  Relay: [segment("overall", "Teams", 3)],
};

const prizes = ["Trophy and 300", "Medal and 150", "Medal and 75", "Medal"] as const;

/** The award segments of a run with depth and prizes. */
export function awardsFor(eventRunId: string, plan: RunPlan): RunAwardsDocument {
  const segments = byLabel[plan.label] ?? full.slice(0, 3);
  return {
    eventRunId,
    segments: segments.map(({ segmentId, label, depth }) => ({
      segmentId,
      label,
      depth,
      prizes: prizes.slice(0, depth).map((prize, index) => ({ place: index + 1, prize })),
    })),
  };
}
