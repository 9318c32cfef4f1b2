import type { Draws } from "../draws.ts";
import type { VenueStory } from "./venue-story.ts";

/** What a story is about, beside what happens anyway. */
export interface Plot {
  readonly name: string;
  /** The computer whose folder is copied; null in most stories. */
  readonly cloned: number | null;
  /** What happens after which step. */
  readonly chapters: readonly Chapter[];
}

export interface Chapter {
  readonly step: number;
  readonly happen: (story: VenueStory) => Promise<void>;
}

/** A step somewhere in a part of the story, which is given in shares of the whole. */
export const stepIn = (draws: Draws, steps: number, from: number, to: number): number =>
  draws.between(Math.ceil(from * steps), Math.ceil(to * steps));
