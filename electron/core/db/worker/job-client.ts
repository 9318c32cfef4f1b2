import { Worker } from "node:worker_threads";
import type { Db } from "#core/db/open/database.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { JobInput, JobName, JobOrder, JobOutput } from "./jobs.ts";
import { runJob } from "./jobs.ts";
import type { JobReply, JobRequest } from "#core/db/worker.ts";

/** Runs long work on the database outside of the event loop that answers the screens. */
export type Jobs = ReturnType<typeof createJobs>;

export interface JobsOptions {
  readonly databasePath: string;
  /** A job opens the files by their names, so it does not run after they were deleted or replaced (J1). */
  readonly fileProblem?: Db["fileProblem"];
  /** The worker's entry file; without it, jobs run on the caller's thread (tests). */
  readonly workerUrl?: URL | undefined;
  /** Calls once after a delay; used to end an idle worker, which frees its memory. */
  after?(delayMs: number, call: () => void): () => void;
}

/** A job failed in the worker. `why` is the code of the error there, or "bug". */
export class JobError extends Error {
  readonly why: string;

  constructor(message: string, why: string) {
    super(message);
    this.why = why;
  }
}

const idleMs = 10_000;

/** Jobs read row by row, so a small heap is sufficient; without a limit V8 lets it grow. */
const workerMemory = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

export function createJobs(options: JobsOptions) {
  const { databasePath, fileProblem, workerUrl } = options;
  const worker = workerUrl === undefined ? null : createWorkerClient(options, workerUrl);
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  return {
    /**
     * Runs one job at a time. Rejects if the job has a bug, the client is closed, or the files of the database were
     * deleted or replaced (`NotSavedError`).
     */
    run<Name extends JobName>(name: Name, ...input: JobInput<Name>): Promise<JobOutput<Name>> {
      if (closed) return Promise.reject(new Error("Closed"));
      const job = last.then(() => {
        const problem = fileProblem?.() ?? null;
        if (problem !== null) throw new NotSavedError(problem, null);
        return worker?.run({ name, input }) ?? runJob(databasePath, { name, input });
      });
      last = job.catch(() => undefined);
      return job as Promise<JobOutput<Name>>;
    },
    /** Waits for the running job, then ends the worker. */
    async close(): Promise<void> {
      closed = true;
      await last;
      await worker?.close();
    },
  };
}

function createWorkerClient({ databasePath, after }: JobsOptions, workerUrl: URL) {
  let worker: Worker | null = null;
  let cancelIdle: (() => void) | null = null;
  let nextId = 1;

  const start = (): Worker => {
    const started = new Worker(workerUrl, {
      workerData: { path: databasePath },
      resourceLimits: workerMemory,
    });
    started.unref();
    return started;
  };

  const end = async (): Promise<void> => {
    cancelIdle?.();
    const ended = worker;
    worker = null;
    await ended?.terminate();
  };

  return {
    async run(order: JobOrder): Promise<unknown> {
      cancelIdle?.();
      worker ??= start();
      const id = nextId;
      nextId += 1;
      try {
        return await ask(worker, { id, order });
      } catch (error) {
        await end();
        throw error;
      } finally {
        cancelIdle = after?.(idleMs, () => void end()) ?? null;
      }
    },
    close: end,
  };
}

/** Sends one request and waits for its reply; rejects if the worker fails or exits. */
function ask(worker: Worker, request: JobRequest): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const receive = (reply: JobReply): void => {
    if (!("failure" in reply)) return resolve(reply.output);
    const { code, failure } = reply;
    reject(new JobError(`Job ${request.order.name}: ${code}: ${failure}`, code));
  };
  const exit = (): void => reject(new Error("The worker ended"));
  worker.on("message", receive).on("error", reject).on("exit", exit);
  worker.ref();
  worker.postMessage(request, []);
  return promise.finally(() => {
    worker.off("message", receive).off("error", reject).off("exit", exit);
    worker.unref();
  });
}
