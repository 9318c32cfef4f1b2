import { z } from "zod";
import type { RehearsalTask } from "#shared/domain/rehearsal/rehearsal.ts";
import {
  rehearsalScoreSchema,
  rehearsalSurprises,
  rehearsalTasks,
  rehearsalFaults,
} from "#shared/domain/rehearsal/rehearsal.ts";
import { atMsSchema, durationMsSchema, nothingSchema } from "./common.ts";
import { command, query } from "./procedure.ts";

const taskIds = Object.keys(rehearsalTasks) as [RehearsalTask, ...RehearsalTask[]];

export const rehearsalSchema = z.object({
  state: z.enum(["off", "running", "ended"]),
  /** The caller may start and stop a rehearsal; only in practice, with the sandbox as the organizer (K3). */
  mayRun: z.boolean(),
  startedAtMs: atMsSchema.nullable(),
  /** The planned end of a running rehearsal, or the end of the last one. */
  untilMs: atMsSchema.nullable(),
  tasks: z.array(
    z.object({ id: z.enum(taskIds), done: z.int().nonnegative(), wanted: z.int().positive() }),
  ),
  /** Null until the end. Each query counts again, because open entries may still be sent after the end. */
  score: z
    .object({
      lastedMs: durationMsSchema,
      ...rehearsalScoreSchema.shape,
      /** The faults with their times since the start; screens do not show them before the end. */
      troubles: z.array(
        z.object({
          what: z.enum([...rehearsalFaults, ...rehearsalSurprises]),
          fromMs: durationMsSchema,
        }),
      ),
    })
    .nullable(),
});
export type RehearsalView = z.infer<typeof rehearsalSchema>;

export const rehearsalProcedures = {
  "rehearsal.start": command({
    role: "owner",
    summary: "Starts a script of unannounced faults in the practice sandbox (K3).",
    input: nothingSchema,
    output: rehearsalSchema,
    errors: ["not-practising", "already-rehearsing", "no-event"],
  }),
  "rehearsal.stop": command({
    role: "owner",
    summary: "Ends the rehearsal and its faults, and computes the score.",
    input: nothingSchema,
    output: rehearsalSchema,
    errors: ["not-rehearsing"],
  }),
  "rehearsal.status": query({
    role: "desk",
    summary: "The tasks of the rehearsal and, after its end, the score.",
    input: nothingSchema,
    output: rehearsalSchema,
  }),
} as const;
