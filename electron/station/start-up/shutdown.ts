/** Repetitions this soon after the first are the same Ctrl+C, passed on by npm. */
const sameSignalMs = 700;
/** A call that hangs on something outside is not waited for any longer. */
const giveUpMs = 1_700;

/**
 * Closes in order on the first SIGINT or SIGTERM and exits 0; a second one, given on purpose, ends
 * the process at once. Everything acknowledged is on disk either way (J1).
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
