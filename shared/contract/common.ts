import { z } from "zod";
import { longestId } from "#shared/domain/basics/ids.ts";

/** Made by the screen once per intent; a retry of the same intent carries the same one (J8). */
export const commandIdSchema = z.string().min(8).max(64);

export const eventIdSchema = z.string().min(1).max(longestId);

/** A registration's `_id`, or the local id of a walk-up, which it keeps for ever (W2). */
export const runnerIdSchema = z.string().min(1).max(longestId);

/** Milliseconds since 1970-01-01T00:00:00Z. */
export const atMsSchema = z.int();

export const durationMsSchema = z.int().nonnegative();

/** Why something unusual was done, in the volunteer's words. */
export const reasonSchema = z.string().trim().min(1).max(500);

/** Who did something, where and when. */
export const actorSchema = z.object({
  operator: z.string(),
  desk: z.string(),
  atMs: atMsSchema,
});
export type Actor = z.infer<typeof actorSchema>;

export const nothingSchema = z.object({});

/** Input of a command that needs nothing else. */
export const bareCommandSchema = z.object({ commandId: commandIdSchema });
