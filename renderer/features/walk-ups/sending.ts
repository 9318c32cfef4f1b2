import type { OutputOf } from "#shared/contract/index.ts";

/** When a walk-up that is saved now goes to the organizer. */
export type SendTiming = "now" | "later" | "paused";

/** `later`: when the connection is back, or while nothing is known of it. */
export function sendTimingOf(
  status: Pick<OutputOf<"sync.status">, "paused" | "line"> | null,
): SendTiming {
  if (status?.paused === true) return "paused";
  return status?.line.state === "online" ? "now" : "later";
}
