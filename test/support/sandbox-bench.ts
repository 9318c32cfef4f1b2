import type { Fetch } from "#core/ports.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { startSandbox } from "#sandbox/sandbox.ts";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { WalkUpForm } from "#shared/contract/walk-up.ts";
import type { Bench } from "./sync-bench.ts";
import { closeBenches, openBench } from "./sync-bench.ts";

/** A bench that is connected to a sandbox and has its big event. */
export interface SandboxBench {
  readonly bench: Bench;
  readonly sandbox: Sandbox;
  readonly eventId: string;
  download(): Promise<void>;
  formFor(email: string, name?: string): WalkUpForm;
  saveWalkUp(form: WalkUpForm): string;
  entryOf(outboxId: string): OutboxEntry;
  /** The kinds of the runner's journal entries, oldest first. */
  kinds(runnerId: string): string[];
  /** The number of registrations that POSTs created and whose text contains this. */
  createdWith(text: string): number;
  createdIds(): string[];
  pause(): void;
  resume(): void;
}

const sandboxes: Sandbox[] = [];

export async function connectToSandbox(runners = 30, fetcher?: Fetch): Promise<SandboxBench> {
  const sandbox = await startSandbox({ runners });
  sandboxes.push(sandbox);
  const bench = await openBench(fetcher === undefined ? {} : { fetch: fetcher });
  const saved = await bench.sync.connection.save(sandbox.url, sandbox.keys.all);
  if (!saved.ok) throw new Error(saved.error.code);
  await bench.sync.downloads.refreshEvents();
  const connected = describeBench(bench, sandbox);
  await connected.download();
  return connected;
}

/** The same sandbox with a bench that was opened again on the same folder. */
export async function reopenBench(before: SandboxBench): Promise<SandboxBench> {
  const { folder, secrets, clock } = before.bench;
  return describeBench(await openBench({ folder, secrets, clock, seed: 77 }), before.sandbox);
}

/** For `afterEach`. */
export async function closeSandboxBenches(): Promise<void> {
  await closeBenches();
  for (const sandbox of sandboxes.splice(0)) await sandbox.close();
}

function describeBench(bench: Bench, sandbox: Sandbox): SandboxBench {
  const eventId = sandbox.mainEventId;
  const openRun = (): string => {
    const run = bench.stores.runs
      .ofEvent(eventId)
      .find(
        ({ registrationStatus, eventStatus, isRelay }) =>
          registrationStatus === "open" && eventStatus !== "cancelled" && !isRelay,
      );
    if (run === undefined) throw new Error("no open run");
    return run.id;
  };
  const setPaused = (paused: boolean): void => {
    bench.db.transaction(() => (paused ? bench.sync.outbox.pause() : bench.sync.outbox.resume()));
    bench.sync.outbox.wake();
  };
  return {
    bench,
    sandbox,
    eventId,
    async download() {
      bench.sync.downloads.start([eventId]);
      await bench.runUntil(
        () =>
          bench.sync.status().downloads === 0 &&
          bench.sync.downloads.statusOf(eventId).state === "complete",
        "the download",
      );
    },
    formFor: (email, name = "Zoë Nakamura") => ({
      eventRunId: openRun(),
      email,
      name,
      registrationType: "free",
    }),
    saveWalkUp: (form) => bench.saveWalkUp(eventId, form),
    entryOf(outboxId) {
      const entry = bench.sync.outbox.get(outboxId);
      if (entry === null) throw new Error("no entry");
      return entry;
    },
    kinds: (runnerId) => bench.stores.journal.ofSubjects([runnerId]).map(({ kind }) => kind),
    createdWith: (text) =>
      sandbox.readState().created.filter((post) => JSON.stringify(post).includes(text)).length,
    createdIds: () =>
      sandbox
        .readState()
        .created.map((post) => ("event" in post ? post.event._id : post.registration._id)),
    pause: () => setPaused(true),
    resume: () => setPaused(false),
  };
}
