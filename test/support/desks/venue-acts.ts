import type { OutputOf } from "#shared/contract/index.ts";
import type { VenueDesk } from "./venue.ts";
import { until } from "./venue.ts";

/** Saves a walk-up of the event's first open run and checks it in. */
export async function openWalkUp(
  desk: VenueDesk,
  eventId: string,
  email: string,
): Promise<OutputOf<"walkUp.save">> {
  const { runs } = await desk.value("event.get", { eventId });
  const run = runs.find(({ registrationStatus }) => registrationStatus === "open") ?? runs[0];
  return desk.value("walkUp.save", {
    eventId,
    form: { eventRunId: run?.id ?? "", email, name: "New Runner", registrationType: "free" },
    checkIn: true,
  });
}

/** Waits until the organizer has the walk-up, as far as this desk knows. */
export const waitForOutbox = (desk: VenueDesk, outboxId: string): Promise<void> =>
  until(async () => {
    const reply = await desk.call("outbox.get", { outboxId });
    return reply.ok && reply.value.entry.state === "done";
  });

export const checkIn = (
  desk: VenueDesk,
  eventId: string,
  runnerId: string,
): Promise<OutputOf<"checkIn.perform">> => desk.value("checkIn.perform", { eventId, runnerId });
