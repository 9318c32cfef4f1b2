import { expect } from "vitest";
import type { EventForm } from "#shared/contract/event-form.ts";
import type { OrganizerDesk, OrganizerDeskOptions } from "#test/support/organizer-desk.ts";
import { openOrganizerDesk } from "#test/support/organizer-desk.ts";
import { newCommandId } from "#test/support/test-core.ts";

const commandId = newCommandId;

export const nightRun: EventForm = {
  name: "Lantern Night Run",
  type: "race",
  date: "2099-12-24",
  startTime: "19:30",
  address: { name: "Pier 3", addressLocality: "Tollan", addressCountry: "ie" },
};

/** A desk that creates local events. */
export async function openEventDesk(options: OrganizerDeskOptions = {}) {
  const desk = await openOrganizerDesk(options);
  const { sandbox } = desk;
  return {
    ...desk,
    create: (form: EventForm = nightRun) =>
      desk.value("event.create", { commandId: commandId(), form }),
    entry: async (outboxId: string) => (await desk.value("outbox.get", { outboxId })).entry,
    untilEntry: (outboxId: string, state: string) => untilState(desk, outboxId, state),
    /** The events that POST /events created at the organizer. */
    made: () => sandbox.readState().created.filter((post) => "event" in post),
    named: async (name: string) =>
      (await desk.value("event.list", { text: name })).events.filter((row) => row.name === name),
    offline: () => sandbox.faults.set({ offline: true }),
    pause: () => desk.value("outbox.pause", { commandId: commandId() }),
    resume: () => desk.value("outbox.resume", { commandId: commandId() }),
    sound: async () =>
      expect(await desk.value("journal.verify", {})).toMatchObject({
        brokenAt: [],
        differences: 0,
      }),
  };
}

export const untilState = (desk: OrganizerDesk, outboxId: string, state: string): Promise<void> =>
  desk.until(
    async () => (await desk.value("outbox.get", { outboxId })).entry.state === state,
    `${outboxId} to be ${state}`,
  );
