import { z } from "zod";

import { maybe } from "./common.ts";
import { eventSchema } from "./event.ts";

/** A collection of events (v1.1). The API does not specify its shape: the schema has the fields that screens need and keeps the others. */
export const collectionSchema = z.looseObject({
  _id: maybe(z.string()),
  slug: z.string().min(1),
  name: maybe(z.string()),
  description: maybe(z.string()),
  /** Hosted images (v1.2). */
  cardImageUrl: maybe(z.string()),
  coverImageUrl: maybe(z.string()),
});
export type Collection = z.infer<typeof collectionSchema>;

/** A member event of a collection; the API sorts members by `displayOrder`. */
export const collectionEventSchema = eventSchema.extend({ displayOrder: maybe(z.number()) });
export type CollectionEvent = z.infer<typeof collectionEventSchema>;
