import type { InputOf } from "#shared/contract/index.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";

/** What the person who announces a segment has seen of it (P5). */
export const seenOf = ({
  revision,
  openWarnings,
  depth,
  clock,
}: PodiumSegment): Pick<
  InputOf<"podium.announce">,
  "revision" | "openWarnings" | "depth" | "clock"
> => ({ revision: revision ?? "", openWarnings, depth, clock });
