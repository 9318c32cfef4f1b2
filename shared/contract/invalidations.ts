import { z } from "zod";

/**
 * What may have changed. A hint is never data: on a hint, or after a reconnect, a screen asks again.
 * An `eventId` of null means "for any event".
 */
export const invalidationSchema = z.object({
  topic: z.enum([
    "connection",
    "events",
    "download",
    "roster",
    "outbox",
    "sync",
    "digest",
    "podium",
    "finish",
    "results",
    "collections",
    "exports",
    "settings",
    "backups",
    "devices",
  ]),
  eventId: z.string().nullable(),
});
export type Invalidation = z.infer<typeof invalidationSchema>;
export type InvalidationTopic = Invalidation["topic"];
