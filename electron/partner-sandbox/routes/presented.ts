import type { Context } from "hono";
import type { SandboxContext } from "../context.ts";
import type { SandboxEnv } from "../env.ts";
import type { EventDocument, RunDocument, SingleEventDocument } from "../documents.ts";
import type { StoredEvent, StoredRun } from "../store.ts";

/** The event with the id, if it belongs to the caller's organization. */
export function findEvent(
  c: Context<SandboxEnv>,
  context: SandboxContext,
  id: string,
): StoredEvent | undefined {
  const event = context.store.eventsById.get(id);
  return event?.document.organizationId === c.get("credential").organizationId ? event : undefined;
}

/** URLs of the hosted images of an event or a collection. */
export const imagesOf = (
  baseUrl: string,
  id: string,
): { readonly cardImageUrl: string; readonly coverImageUrl: string } => ({
  cardImageUrl: `${baseUrl}/images/${id}-card.png`,
  coverImageUrl: `${baseUrl}/images/${id}-cover.png`,
});

/** An event as `GET /events/{id}` sends it. */
export const presentSingleEvent = (baseUrl: string, event: StoredEvent): SingleEventDocument => ({
  ...event.document,
  ...imagesOf(baseUrl, event.document._id),
});

/** An event as lists send it: without end date and end time. */
export function presentEvent(baseUrl: string, event: StoredEvent): EventDocument {
  const { endDate: _endDate, endTime: _endTime, ...listed } = presentSingleEvent(baseUrl, event);
  return listed;
}

/** A run with its live counts. A full run reads `sold_out` (X7). */
export function presentRun(
  run: StoredRun,
  faults: { readonly countOffset: number; readonly omitCounts: boolean },
): Omit<RunDocument, "registrationCount"> & { registrationCount?: number } {
  const { document, confirmed, listed } = run;
  const { relay } = document;
  return {
    ...document,
    ...(document.registrationStatus === "open" && isFull(run)
      ? { registrationStatus: "sold_out" }
      : {}),
    ...(faults.omitCounts ? {} : { registrationCount: confirmed + faults.countOffset }),
    ...(relay === undefined ? {} : { entryCount: Math.ceil(listed / relay.teamSize) }),
  };
}

export const isFull = ({ document, confirmed }: StoredRun): boolean =>
  document.maxParticipants !== undefined && confirmed >= document.maxParticipants;
