import { z } from "zod";

/**
 * Data of this topic may have changed. An invalidation has no data: after one, or after a reconnect, a screen queries again. An
 * `eventId` of null means any event.
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
