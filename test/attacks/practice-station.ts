import type { StationProcess } from "#test/support/processes/station-client.ts";
import { startStationProcess } from "#test/support/processes/station-process.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

export interface PracticeStation {
  readonly station: StationProcess;
  /** The id of the open event. */
  readonly eventId: string;
}

/** A station with the sample race of 3,000 runners, completely downloaded. */
export async function startPracticeStation(): Promise<PracticeStation> {
  const station = await startStationProcess(temporaryFolder(), ["--practice"]);
  const { currentEventId } = await station.value("desk.get", {});
  const eventId = currentEventId ?? "";
  for (;;) {
    const { downloads } = await station.value("download.status", { eventId });
    if (downloads[0]?.state === "complete") return { station, eventId };
  }
}

/** Pairs one more device and returns its session. */
export async function pairDevice(station: StationProcess, name: string): Promise<string> {
  const { code } = await station.value("pairing.open", { commandId: crypto.randomUUID() });
  const answer = await fetch(`${station.url}/pair`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code, name }),
  });
  const reply = (await answer.json()) as { readonly value: { readonly session: string } };
  return reply.value.session;
}
