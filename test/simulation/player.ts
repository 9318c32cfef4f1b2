import type { PlayRequest } from "./many.ts";
import { simulate } from "./simulate.ts";

/** A process that plays the stories it is asked for, one after the other, until nobody asks any more. */
process.on("disconnect", () => process.exit());
process.on("message", ({ seed, steps }: PlayRequest) => {
  void simulate({ seed, steps }).then(({ trace: _trace, ...outcome }) => process.send?.(outcome));
});
