/** The station writes at least one line into each invalidation stream in this time. */
export const streamHeartbeatMs = 1_500;

/**
 * A stream without a line for this long is lost: the time of three lines. A screen therefore says within five seconds that
 * it has no connection (M14, electron/core/services/desks/SPEC.md). Twenty streams over TLS cost the hub 1 ms of CPU a second.
 */
export const streamSilenceMs = 4_500;

/**
 * A browser asks for the time at least this often. The station writes into a stream long after its reader is out of reach, so
 * only a request shows that a browser is still there (M7).
 */
export const aliveMs = 5_000;
