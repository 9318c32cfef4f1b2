import { z } from "zod";

import { maybe } from "./common.ts";
import { scheduleSchema } from "./series.ts";

/** A recurrence. The API names the endpoints but neither their paths nor their shapes: only an id is expected. */
export const recurrenceSchema = z.looseObject({
  _id: z.string().min(1),
  seriesId: maybe(z.string()),
  name: maybe(z.string()),
  schedule: maybe(scheduleSchema),
});
export type Recurrence = z.infer<typeof recurrenceSchema>;
