import { z } from "zod";

import { openEnum } from "./common.ts";

/** `charity` was added in v1.3. */
export const organizationRoles = ["organizer", "sponsor", "federation", "charity"] as const;

export const organizationPlans = ["free", "premium", "enterprise"] as const;

/** `GET /organization`: the organization of the key. */
export const organizationSchema = z.looseObject({
  _id: z.string().min(1),
  name: z.string(),
  slug: z.string(),
  roles: z.array(openEnum(organizationRoles)),
  plan: openEnum(organizationPlans),
});
export type Organization = z.infer<typeof organizationSchema>;
