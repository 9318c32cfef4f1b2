/** The desktop's wire: calls are invoked on one channel, hints arrive on the other. */
export const channels = { call: "chute:call", invalidation: "chute:hint" } as const;

/** The name of the last event of a stream of hints that ended because one browser has too many of them (S12). */
export const tooManyStreams = "too-many-streams";
