/** A repeated signal within this time is the same Ctrl+C, forwarded by npm. */
const sameSignalMs = 700;
/**
 * Maximum wait for `close`, because a call may hang on something outside this program. It is longer than the limits inside
 * `close` together: 1 s for browsers, 2 s for calls, 3 s for the journal mirror.
 */
const giveUpMs = 7_000;

/**
 * Closes on the first SIGINT or SIGTERM and exits with 0; a second, deliberate signal ends the process at
 * once. Everything acknowledged is on disk either way (J1).
 */
export function closeOnSignal(close: () => Promise<void>): void {
  let firstAtMs: number | null = null;
  const onSignal = (): void => {
    if (firstAtMs !== null) {
      if (performance.now() - firstAtMs > sameSignalMs) process.exit(130);
      return;
    }
    firstAtMs = performance.now();
    setTimeout(() => process.exit(0), giveUpMs).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
}
