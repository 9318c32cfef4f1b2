import type { PodiumSegment } from "#shared/contract/podium.ts";

/** The sheets a person saw of a segment: a new one follows all of them (J4). */
export const sheetsSeen = ({
  revision,
  rivals,
}: Pick<PodiumSegment, "revision" | "rivals">): string[] =>
  [revision, ...rivals.map((rival) => rival.revision)].filter((id) => id !== null);
