import type { Page } from "playwright";
import { deskPage, expectSeen } from "./desk-page.ts";
import type { DeskPage } from "./desk-page.ts";
import type { Race } from "./race.ts";
import { newCommandId, startRace } from "./race.ts";
import type { Windows } from "./window.ts";

/** A race with its check-in screen open in a window. */
export interface OpenDesk extends Race {
  readonly page: Page;
  readonly desk: DeskPage;
}

/** Opens windows at the check-in of a small race that is made for the test. */
export const deskOpener =
  (windows: Windows) =>
  async (tolerates?: RegExp): Promise<OpenDesk> => {
    const race = await startRace({ runners: 60 });
    const page = await windows.open(race.host, tolerates === undefined ? {} : { tolerates });
    const desk = deskPage(page);
    await expectSeen(desk.search);
    return { ...race, page, desk };
  };

/** The number of check-ins of the runners whom a search for `text` finds first, including those that were undone. */
export async function countCheckIns({ host, eventId }: Race, text: string): Promise<number> {
  const { rows } = await host.value("roster.search", { eventId, text });
  const histories = await Promise.all(
    rows.map(({ id }) => host.value("roster.get", { eventId, runnerId: id })),
  );
  return histories.flatMap(({ history }) => history).filter(({ kind }) => kind === "checked-in")
    .length;
}

/** Saves walk-ups with these names, each with another e-mail. None of them is checked in. */
export async function saveNamesakes(
  { host, eventId }: Race,
  names: readonly string[],
): Promise<void> {
  const { runs } = await host.value("event.get", { eventId });
  const run = runs.find(({ label }) => label === "10K");
  for (const [at, name] of names.entries()) {
    await host.value("walkUp.save", {
      commandId: newCommandId(),
      eventId,
      form: {
        eventRunId: run?.id ?? "",
        email: `walk-up-${at}@runner.example`,
        name,
        registrationType: "paid",
      },
      checkIn: false,
    });
  }
}
