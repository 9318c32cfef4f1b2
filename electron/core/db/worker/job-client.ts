import { Worker } from "node:worker_threads";
import type { JobName, JobOrder, JobTypes } from "./jobs.ts";
import { runJob } from "./jobs.ts";
import type { JobReply, JobRequest } from "#core/db/worker.ts";

/** Long work on the database, away from the loop that answers screens. */
export interface Jobs {
  /** Jobs are done one after the other. Rejects when the job has a bug or the client was closed. */
  run<Name extends JobName>(
    name: Name,
    ...input: JobTypes[Name]["input"] extends null ? [] : [JobTypes[Name]["input"]]
  ): Promise<JobTypes[Name]["output"]>;
  /** Waits for the job at hand, then ends the worker. */
  close(): Promise<void>;
}

export interface JobsOptions {
  readonly databasePath: string;
  /** The worker's entry; without one the work is done on the caller's thread (tests). */
  readonly workerUrl?: URL | undefined;
  /** Calls once after a delay; ends an idle worker to give its memory back. */
  after?(delayMs: number, call: () => void): () => void;
}

const idleMs = 10_000;

/** Jobs read row by row; without a limit the heap would grow for nothing. */
const workerMemory = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

export function createJobs(options: JobsOptions): Jobs {
  const perform =
    options.workerUrl === undefined ? runHere(options) : runInWorker(options, options.workerUrl);
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  return {
    run(name, ...[input]) {
      if (closed) return Promise.reject(new Error("Closed"));
      const order = { name, input: input ?? null } as JobOrder;
      const job = last.then(() => perform.run(order));
      last = job.catch(() => undefined);
      return job as Promise<JobTypes[typeof name]["output"]>;
    },
    async close() {
      closed = true;
      await last;
      await perform.close();
    },
  };
}

interface Performer {
  run(order: JobOrder): Promise<unknown>;
  close(): Promise<void>;
}

const runHere = ({ databasePath }: JobsOptions): Performer => ({
  run: (order) => runJob(databasePath, order),
  close: () => Promise.resolve(),
});

function runInWorker({ databasePath, after }: JobsOptions, workerUrl: URL): Performer {
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
    async run(order) {
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

/** One question at a time; a worker that dies answers with its error. */
function ask(worker: Worker, request: JobRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      worker.off("message", hear);
      worker.off("error", fail);
      worker.off("exit", leave);
      worker.unref();
    };
    const hear = (reply: JobReply): void => {
      finish();
      if ("failure" in reply) reject(new Error(`Job ${request.order.name}: ${reply.failure}`));
      else resolve(reply.output);
    };
    const fail = (error: Error): void => {
      finish();
      reject(error);
    };
    const leave = (): void => {
      finish();
      reject(new Error("The worker ended"));
    };
    worker.on("message", hear);
    worker.on("error", fail);
    worker.on("exit", leave);
    worker.ref();
    worker.postMessage(request, []);
  });
}
