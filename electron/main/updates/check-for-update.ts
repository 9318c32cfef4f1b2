import type { Logger } from "#core/ports.ts";
import type { Freeze } from "./update-freeze.ts";
import type { Download, UpdateSource } from "./update-source.ts";

export interface UpdatePorts {
  readonly source: UpdateSource;
  readonly logger: Logger;
  /** Why no update step may run now; null: it may. */
  whyFrozen(): Promise<Freeze | null>;
  /** Calls the listener whenever the state of the desk changed. */
  subscribe(listener: () => void): () => void;
  /** Tells the person that a version is ready; true: install it and restart. */
  mayInstall(version: string): Promise<boolean>;
}

/** The outcome of an update check. */
export type UpdateOutcome = Freeze | "current" | "put-off" | "failed" | "installing";

/**
 * Checks for a newer version, downloads it, asks the person and installs it. Before each step the state of
 * the desk is read again, and a download stops when a freeze begins. An update is installed only after the
 * person agrees, so never silently on quit. Any failure ends the check.
 */
export async function checkForUpdate(ports: UpdatePorts): Promise<UpdateOutcome> {
  try {
    return await takeSteps(ports);
  } catch (error) {
    // The cause is only logged: nobody at a desk can fix it, and nothing was changed.
    ports.logger.log("warn", "update.failed", { error });
    return "failed";
  }
}

async function takeSteps(ports: UpdatePorts): Promise<UpdateOutcome> {
  const { source, whyFrozen, mayInstall } = ports;
  const beforeCheck = await whyFrozen();
  if (beforeCheck !== null) return beforeCheck;
  const version = await source.check();
  if (version === null) return "current";

  const beforeDownload = await whyFrozen();
  if (beforeDownload !== null) return beforeDownload;
  const stopped = await downloadUnlessFrozen(ports, source.download());
  if (stopped !== null) return stopped;

  if (!(await mayInstall(version))) return "put-off";
  const beforeInstall = await whyFrozen();
  if (beforeInstall !== null) return beforeInstall;
  source.install();
  return "installing";
}

async function downloadUnlessFrozen(
  { subscribe, whyFrozen }: UpdatePorts,
  download: Download,
): Promise<Freeze | null> {
  let stoppedBy: Freeze | null = null;
  const stop = subscribe(() => {
    void whyFrozen().then((why) => {
      if (why === null) return;
      stoppedBy = why;
      download.cancel();
    });
  });
  try {
    await download.done;
  } catch (error) {
    if (stoppedBy === null) throw error;
  } finally {
    stop();
  }
  return stoppedBy ?? (await whyFrozen());
}

/**
 * Checks at start; during a freeze, checks again on each change of the desk. Any other outcome ends the
 * checks of this run, so a person who chose "Later" is not asked again.
 */
export function checkUntilDone(ports: UpdatePorts): void {
  let isChecking = false;
  /** The desk changed during a check, which may have read the state before the change. */
  let hasChanged = false;
  let last: UpdateOutcome | null = null;
  let stop = (): void => undefined;
  const check = async (): Promise<void> => {
    hasChanged = isChecking;
    if (isChecking) return;
    isChecking = true;
    const end = await checkForUpdate(ports);
    isChecking = false;
    if (end !== last) ports.logger.log("info", "update.looked", { end });
    last = end;
    if (!isFreeze(end)) stop();
    else if (hasChanged) await check();
  };
  stop = ports.subscribe(() => void check());
  void check();
}

const isFreeze = (end: UpdateOutcome): end is Freeze =>
  end === "event-open" || end === "queue-unsent" || end === "cannot-tell";
