/** The IPC channels of the desktop: one for calls, one for invalidations. */
export const channels = { call: "chute:call", invalidation: "chute:hint" } as const;

/** The last event of an invalidation stream that the station ended because a browser has too many streams (S12). */
export const tooManyStreams = "too-many-streams";
