import type { Rights } from "#shared/contract/connection.ts";
import type { EndpointId } from "#shared/partner-api/endpoints.ts";
import type { Outcome } from "#core/partner/classify-response.ts";

/** A right is unknown until a request has used it (K5). */
export const untriedRights: Rights = {
  readOrganization: "not-tried",
  readEvents: "not-tried",
  readRegistrations: "not-tried",
  readResults: "not-tried",
  readCollections: "not-tried",
  writeParticipants: "not-tried",
  writeEvents: "not-tried",
};

const rightOf: Readonly<Partial<Record<EndpointId, keyof Rights>>> = {
  "organization.read": "readOrganization",
  "series.list": "readEvents",
  "events.list": "readEvents",
  "events.read": "readEvents",
  "registration.list": "readRegistrations",
  "results.read": "readResults",
  "collections.list": "readCollections",
  "collections.read": "readCollections",
  "collections.events": "readCollections",
  "registration.create": "writeParticipants",
  "events.create": "writeEvents",
};

/** When the request that proved each right was sent, on the monotonic clock. */
export type TaughtAt = Map<keyof Rights, number>;

/**
 * The rights after an exchange; the same object if nothing changed. Only success and 403 prove a right. Of
 * two requests the one sent later counts, whatever the order of the answers (K5).
 */
export function learnRights(
  rights: Rights,
  taughtAt: TaughtAt,
  { endpoint, outcome, sentAt }: Lesson,
): Rights {
  const right = rightOf[endpoint];
  const learned =
    outcome.kind === "success" ? "worked" : outcome.kind === "forbidden" ? "refused" : null;
  if (right === undefined || learned === null) return rights;
  if (sentAt < (taughtAt.get(right) ?? sentAt)) return rights;
  taughtAt.set(right, sentAt);
  return rights[right] === learned ? rights : { ...rights, [right]: learned };
}

interface Lesson {
  readonly endpoint: EndpointId;
  readonly outcome: Outcome;
  readonly sentAt: number;
}
