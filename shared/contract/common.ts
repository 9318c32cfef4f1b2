import { z } from "zod";
import { longestId } from "#shared/domain/basics/ids.ts";

export const eventIdSchema = z.string().min(1).max(longestId);

/** The `_id` of a registration, or the permanent local id of a walk-up (W2). */
export const runnerIdSchema = z.string().min(1).max(longestId);

/** Milliseconds since 1970-01-01T00:00:00Z. */
export const atMsSchema = z.int();

export const durationMsSchema = z.int().nonnegative();

/** The reason for an unusual action, as the volunteer typed it. */
export const reasonSchema = z.string().trim().min(1).max(500);

export const nothingSchema = z.object({});
