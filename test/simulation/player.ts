import type { PlayRequest } from "./many.ts";
import { simulate } from "./simulate.ts";
import { simulateVenue } from "./venue/simulate-venue.ts";

/** A process that plays the stories it is asked for, one after the other, until nobody asks any more. */
process.on("disconnect", () => process.exit());
process.on("message", ({ desks, ...story }: PlayRequest) => {
  const play = desks === 1 ? simulate : simulateVenue;
  void play(story).then(({ trace: _trace, ...outcome }) => process.send?.(outcome));
});
