import { parentPort, workerData } from "node:worker_threads";
import { errorCode } from "#core/db/files/file-errors.ts";
import type { JobOrder } from "./worker/jobs.ts";
import { runJob } from "./worker/jobs.ts";

/** A message to the worker. */
export interface JobRequest {
  readonly id: number;
  readonly order: JobOrder;
}

/** The worker's reply: the output, or the code and the text of an error for the log. */
export type JobReply =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly failure: string; readonly code: string };

const { path } = workerData as { readonly path: string };

parentPort?.on("message", ({ id, order }: JobRequest) => {
  void answer(id, order).then((reply) => parentPort?.postMessage(reply, []));
});

async function answer(id: number, order: JobOrder): Promise<JobReply> {
  try {
    return { id, output: await runJob(path, order) };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { id, failure: text, code: errorCode(error) ?? "bug" };
  }
}
