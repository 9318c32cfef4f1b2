import { describe, expect, test } from "vitest";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

describe("a scanned code", () => {
  const bibs = ["ELITE WOMEN 7", "Team Blue 0012", "A#12", "A+12", "#12", "№ 12", "(12)"];
  const nina = {
    _id: "64af00000000000000000001",
    eventRunId: "run-10",
    name: "Nina Roth",
    email: "nina+race@gmail.com",
    bibIdentifier: "(a)",
  };
  const race = {
    ...harbourRun,
    registrations: [
      ...bibs.map((bibIdentifier, at) => ({
        _id: `holder-${at}`,
        eventRunId: "run-10",
        name: `Holder ${at}`,
        email: `holder-${at}@example.org`,
        bibIdentifier,
      })),
      nina,
      { ...nina, _id: "twin", name: "Ada Roth", email: "ada@example.org", bibIdentifier: "(A)" },
    ],
  };
  const give = (desk: TestCore, bib: string) =>
    desk.value("bib.assign", { commandId: newCommandId(), eventId, runnerId: nina._id, bib });

  test("B1 B4 whatever has the text of a bib finds its holder, also in other letter case", async () => {
    const desk = await openRace(race);
    const found = async (text: string) =>
      (await desk.value("roster.scan", { eventId, text })).rows.map(({ id }) => id);
    for (const [at, bib] of bibs.entries()) expect(await found(bib), bib).toEqual([`holder-${at}`]);
    expect(await found("elite women 7")).toEqual(["holder-0"]);
    expect(await found("]C0a#12\r")).toEqual(["holder-2"]);
    // Two runners hold these bibs at the organizer, and each text means its own runner (B2).
    expect(await found("(a)")).toEqual([nina._id]);
    expect(await found("(A)")).toEqual(["twin"]);
    expect(await found("(012)")).toEqual([]);
  });

  test("B1 B4 a code that differs from a bib in leading zeros finds its runner, marked as a look-alike", async () => {
    const desk = await openRace(race);
    const scan = (text: string) => desk.value("roster.scan", { eventId, text });
    for (const bib of ["0500", "500"]) {
      await give(desk, bib);
      const [other] = ["0500", "500"].filter((each) => each !== bib);
      expect(await scan(bib), bib).toMatchObject({ rows: [{ bib }], isLookAlike: false });
      expect(await scan(other ?? ""), bib).toMatchObject({ rows: [{ bib }], isLookAlike: true });
    }
    expect(await scan("999")).toMatchObject({ rows: [], isLookAlike: false });
    // The case of a letter makes no second bib (B2).
    await give(desk, "B50");
    expect(await scan("b50")).toMatchObject({ rows: [{ bib: "B50" }], isLookAlike: false });
  });

  test.each([
    "https://x.example/r/nina+race@gmail.com",
    "https://x.example/r?email=nina+race@gmail.com",
    `https://x.example/r/${nina._id}#details`,
    `https://x.example/r/${nina._id}?print`,
  ])("B4 the address %s finds its runner", async (text) => {
    const desk = await openRace(race);
    const { rows } = await desk.value("roster.scan", { eventId, text });
    expect(rows.map(({ id }) => id)).toEqual([nina._id]);
  });
});
