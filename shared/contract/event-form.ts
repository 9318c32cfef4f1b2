import { z } from "zod";

/** The typed form of a new event, in the API's field names; `event.check` applies the API's rules (W1). */
export const eventFormSchema = z.object({
  name: z.string().max(2_000),
  slug: z.string().max(500).optional(),
  type: z.string().max(50),
  date: z.string().max(50),
  seriesId: z.string().max(200).optional(),
  endDate: z.string().max(50).optional(),
  startTime: z.string().max(50).optional(),
  endTime: z.string().max(50).optional(),
  address: z
    .object({
      name: z.string().max(500).optional(),
      streetAddress: z.string().max(500).optional(),
      addressLocality: z.string().max(500),
      addressRegion: z.string().max(500).optional(),
      postalCode: z.string().max(50).optional(),
      addressCountry: z.string().max(50),
    })
    .optional(),
  lat: z.number().optional(),
  lng: z.number().optional(),
  description: z.string().max(20_000).optional(),
  websiteUrl: z.string().max(2_000).optional(),
  registrationUrl: z.string().max(2_000).optional(),
});
export type EventForm = z.infer<typeof eventFormSchema>;
