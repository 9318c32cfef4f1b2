import { z } from "zod";
import type { RehearsalTask } from "#shared/domain/rehearsal/rehearsal.ts";
import {
  rehearsalSurprises,
  rehearsalTasks,
  rehearsalFaults,
} from "#shared/domain/rehearsal/rehearsal.ts";
import { atMsSchema, bareCommandSchema, durationMsSchema, nothingSchema } from "./common.ts";
import { command, query } from "./procedure.ts";

const taskIds = Object.keys(rehearsalTasks) as [RehearsalTask, ...RehearsalTask[]];

export const rehearsalSchema = z.object({
  state: z.enum(["off", "running", "ended"]),
  /** Whoever asks may start and stop one: only in practice, where the program holds the other end of the line (K3). */
  mayRun: z.boolean(),
  startedAtMs: atMsSchema.nullable(),
  /** When it ends by itself, or ended. */
  untilMs: atMsSchema.nullable(),
  tasks: z.array(
    z.object({ id: z.enum(taskIds), done: z.int().nonnegative(), wanted: z.int().positive() }),
  ),
  /** Only once it is over; counted anew at each question, so that what was left open still moves. */
  score: z
    .object({
      lastedMs: durationMsSchema,
      checkedIn: z.int(),
      undone: z.int(),
      perRunnerMs: durationMsSchema.nullable(),
      walkUps: z.int(),
      sentOnce: z.int(),
      doubled: z.int(),
      open: z.int(),
      /** Places where journal, queue and the sandbox do not agree; 0: nothing was lost. */
      missing: z.int(),
      /** What went wrong and when, since the start: not told before. */
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
    reach: "owner",
    summary: "Starts a script of faults on the practice sandbox, announced to nobody (K3).",
    input: bareCommandSchema,
    output: rehearsalSchema,
    errors: ["not-practising", "already-rehearsing", "no-event"],
  }),
  "rehearsal.stop": command({
    reach: "owner",
    summary: "Ends the rehearsal and everything that goes wrong in it, and counts.",
    input: bareCommandSchema,
    output: rehearsalSchema,
    errors: ["not-rehearsing"],
  }),
  "rehearsal.status": query({
    reach: "desk",
    summary: "What the rehearsal asks and, once it is over, what came of it.",
    input: nothingSchema,
    output: rehearsalSchema,
    errors: [],
  }),
} as const;
