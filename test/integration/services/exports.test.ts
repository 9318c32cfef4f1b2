import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { InputOf } from "#shared/contract/index.ts";
import type { ExportLayout, ExportSubject } from "#shared/contract/settings.ts";
import { exportLayoutSchema, exportSubjectSchema } from "#shared/contract/settings.ts";
import { readCsv, readTable } from "#test/support/read-csv.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { newCommandId, temporaryFolder } from "#test/support/test-core.ts";
import { harbourRun } from "./harbour-run.ts";
import type { PodiumDesk } from "../podium/podium-desk.ts";
import { eventId, lines, openPodium, runId } from "../podium/podium-desk.ts";

type Order = Partial<InputOf<"export.make">>;

const file = async (desk: TestCore, order: Order): Promise<string> => {
  const made = await desk.value("export.make", {
    commandId: newCommandId(),
    eventId,
    what: "podium",
    format: "csv",
    ...order,
  });
  const text = readFileSync(made.path, "utf8");
  expect(made.bytes).toBe(Buffer.byteLength(text));
  return text;
};

const table = async (desk: TestCore, order: Order) => readTable(await file(desk, order));

const pick = (rows: Record<string, string>[], ...columns: string[]): string[] =>
  rows.map((row) => columns.map((column) => row[column]).join(" | "));

const gunAtMs = Date.UTC(2026, 4, 17, 8);

/** Presses a time and types a bib for each item, in this order. */
async function finish(desk: TestCore, ...rows: (readonly [number | null, string | null])[]) {
  const order = () => ({ commandId: newCommandId(), eventId });
  for (const [index, [afterMs, bib]] of rows.entries()) {
    if (afterMs !== null) {
      const stamps = [{ id: `stamp-${index}-of-test`, atMs: gunAtMs + afterMs }];
      await desk.value("finish.stamp", { ...order(), stamps });
    }
    await desk.value("finish.bib", { ...order(), id: `line-${index}-of-test`, bib, before: null });
  }
}

const gun = (desk: TestCore, run: string) =>
  desk.value("gun.set", { commandId: newCommandId(), eventId, runId: run, atMs: gunAtMs });

/** A race with the most awkward names, bibs and notes that people type. */
const awkward = {
  ...harbourRun,
  registrations: [
    ...harbourRun.registrations,
    ...[
      ["formula", '=HYPERLINK("http://evil.example")', "0042"],
      ["quoted", 'Zoë "Zed" Ñandú\n山田', "+1"],
      ["arabic", "محمد علي", "٣٠١"],
      ["single", "Pelé", "-7"],
    ].map(([id = "", name = "", bibIdentifier = ""]) => ({
      _id: id,
      eventRunId: runId,
      name,
      email: `${id}@example.org`,
      bibIdentifier,
    })),
  ],
};

const openAwkward = async (): Promise<PodiumDesk> => {
  const desk = await openPodium(awkward);
  await desk.checkIn("formula", "quoted", "arabic", "single", "ana", "rui");
  return desk;
};

describe("the podium", () => {
  test("P1 each line with its place, who announced it, and what was warned of", async () => {
    const desk = await openAwkward();
    await desk.enter(lines("7@40:00.5", "=007@40:00.50", "A12"));
    await desk.announce();
    const rows = await table(desk, {});
    expect(pick(rows, "place", "tie", "bib", "name", "time", "award")).toEqual([
      "1 | yes | 7 | Ana Sousa | 40:00.50 | yes",
      "1 | yes | 007 | Rui Sousa | 40:00.50 | yes",
      "3 | no | A12 | Łukasz Nowak |  | yes",
    ]);
    expect(pick(rows, "segment", "clock", "state", "sheet", "warnings")).toEqual([
      "The overall | gun | announced | current | ",
      "The overall | gun | announced | current | ",
      "The overall | gun | announced | current | not-checked-in",
    ]);
    expect(rows[0]).toMatchObject({
      run: "10 km",
      announcedDesk: "Desk 1",
      openWarningsAnnounced: "1",
      registrationId: "ana",
      segmentId: "overall",
    });
    expect(rows[0]?.["announcedAt"]).toMatch(/^\d{4}-.*Z$/);
  });

  test("P5 a change after the announcement is exported beside what was announced", async () => {
    const desk = await openAwkward();
    await desk.enter(lines("7", "A12"));
    await desk.announce();
    await desk.enter(lines("007"), { reason: "Wrong bib read" });
    await desk.save("overall", { depth: 1, clock: "chip" });
    expect(pick(await table(desk, {}), "sheet", "bib", "depth", "clock", "award")).toEqual([
      "current | 007 | 1 | chip | yes",
      "announced | 7 | 3 | gun | yes",
      "announced | A12 | 3 | gun | yes",
    ]);
  });

  test("P3 other programs get everybody once, by the overall place, with the sex a segment says", async () => {
    const desk = await openAwkward();
    await desk.save("sex:female");
    await desk.save("sex:female~age:30-39", { clock: "chip" });
    await desk.enter(lines("7@1:02:03.4", "007@1:02:04.01"));
    await desk.enter(lines("7@1:02:03.4", "0042"), { segmentId: "sex:female" });
    await desk.enter(lines("A12@1:10:00"), { segmentId: "sex:female~age:30-39" });
    const ultra = await file(desk, { layout: "ultrasignup" });
    expect(readCsv(ultra)).toEqual([
      ["place", "time", "first", "last", "age", "gender", "distance", "bib"],
      ["1", "01:02:04", "Ana", "Sousa", "", "F", "10 km", "7"],
      ["2", "01:02:05", "Rui", "Sousa", "", "", "10 km", "007"],
      ["", "", "", '\'=HYPERLINK("http://evil.example")', "", "F", "10 km", "0042"],
      ["", "01:10:00", "Łukasz", "Nowak", "", "F", "10 km", "A12"],
    ]);
    expect(readCsv(await file(desk, { layout: "runsignup" }))).toEqual([
      ["registration_id", "bib_num", "place", "clock_time", "chip_time"],
      ["", "7", "1", "01:02:03.40", ""],
      ["", "007", "2", "01:02:04.01", ""],
      ["", "0042", "", "", ""],
      ["", "A12", "", "", "01:10:00.00"],
    ]);
    const webscorer = await table(desk, { layout: "webscorer" });
    expect(pick(webscorer, "Place", "Bib", "First name", "Last name", "Category")).toEqual([
      "1 | 7 | Ana | Sousa | The sex:female",
      "2 | 007 | Rui | Sousa | ",
      ' | 0042 |  | \'=HYPERLINK("http://evil.example") | The sex:female',
      " | A12 | Łukasz | Nowak | The sex:female~age:30-39",
    ]);
  });

  test("B2 P3 other programs get a relay team once, whichever of it was named in each segment", async () => {
    const desk = await openPodium();
    const place = { eventId, runId: "run-relay" };
    const segments = ["overall", "sex:mixed"].map((segmentId) => {
      return { segmentId, label: `The ${segmentId}`, depth: 3, clock: "gun" as const };
    });
    await desk.value("segment.save", { commandId: newCommandId(), ...place, segments });
    for (const [segmentId, runnerId] of [
      ["overall", "relay-1"],
      ["sex:mixed", "relay-2"],
    ] as const) {
      const slots = [{ bib: "301", runnerId, tie: false, time: "40:00" }];
      const enter = { commandId: newCommandId(), ...place, segmentId, follows: [], slots };
      await desk.value("podium.enter", enter);
    }
    const rows = await table(desk, { layout: "webscorer" });
    expect(pick(rows, "Place", "Bib", "Last name", "Category")).toEqual([
      "1 | 301 | Um | The sex:mixed",
    ]);
  });
});

describe("the finish log", () => {
  test("D8 each row with the venue's own clock, UTC and the time since the gun", async () => {
    const desk = await openAwkward();
    await gun(desk, runId);
    await finish(
      desk,
      [2_400_501, "7"],
      [2_400_502, "301"],
      [2_410_000, "none-has-this"],
      [2_420_000, "99"],
      [2_430_000, "7"],
      [null, "007"],
    );
    const rows = await table(desk, { what: "finish-log" });
    expect(pick(rows, "row", "place", "bib", "name", "time", "note")).toEqual([
      "1 | 1 | 7 | Ana Sousa | 40:00.51 | ",
      "2 | 1 | 301 | Rita Um |  | ",
      "3 |  | none-has-this |  |  | unknown-bib",
      "4 |  | 99 |  |  | ambiguous-bib",
      "5 |  | 7 | Ana Sousa |  | came-before",
      "6 | 2 | 007 | Rui Sousa |  | ",
    ]);
    expect(rows[0]).toMatchObject({
      timeOfDay: "2026-05-17 09:40:00.501",
      timeZone: "Europe/Lisbon",
      utc: "2026-05-17T08:40:00.501Z",
      run: "10 km",
    });
    expect(
      pick(await table(desk, { what: "finish-log", runId: "run-relay" }), "row", "bib"),
    ).toEqual(["2 | 301"]);
    const results = await table(desk, { what: "finish-log", layout: "race-result", runId });
    expect(pick(results, "Bib", "LastName", "FirstName", "Contest", "Place", "Time")).toEqual([
      "7 | Sousa | Ana | 10 km | 1 | 00:40:00.51",
      "007 | Sousa | Rui | 10 km | 2 | ",
    ]);
  });

  test("D8 a zone that nobody knows is not guessed, and midnight is no trouble", async () => {
    const desk = await openPodium({ event: { timezone: "Moon/Tranquillity" } });
    await finish(desk, [16 * 3_600_000, "7"]);
    const [row] = await table(desk, { what: "finish-log" });
    expect(row).toMatchObject({ timeOfDay: "", utc: "2026-05-18T00:00:00.000Z" });
  });
});

describe("every subject in every layout", () => {
  const fit: Record<ExportSubject, readonly ExportLayout[]> = {
    "check-ins": ["plain", "race-result", "webscorer"],
    "walk-ups": ["plain", "race-result", "webscorer"],
    podium: ["plain", "ultrasignup", "runsignup", "race-result", "webscorer"],
    "finish-log": ["plain", "ultrasignup", "runsignup", "race-result", "webscorer"],
    journal: ["plain"],
  };

  test("J1 what fits is a file with a BOM, bibs as text and no formula; the rest is refused", async () => {
    const desk = await openAwkward();
    await desk.enter(lines("0042", "+1", "٣٠١", "-7"));
    await gun(desk, runId);
    await finish(desk, [1_800_000, "0042"], [1_900_000, "+1"], [2_000_000, "٣٠١"], [null, "-7"]);
    await desk.value("walkUp.save", {
      commandId: newCommandId(),
      eventId,
      form: { eventRunId: runId, email: "w@example.org", name: "@Wes", registrationType: "free" },
      bib: "0900",
      checkIn: true,
    });
    for (const what of exportSubjectSchema.options) {
      for (const layout of exportLayoutSchema.options) {
        const order = { commandId: newCommandId(), eventId, what, layout } as const;
        const reply = await desk.call("export.make", { ...order, format: "csv" });
        if (!fit[what].includes(layout)) {
          expect(reply, `${what} ${layout}`).toMatchObject({ error: { code: "layout-unfit" } });
          continue;
        }
        if (!reply.ok) throw new Error(`${what} ${layout}: ${reply.error.code}`);
        const rows = readTable(readFileSync(reply.value.path, "utf8"));
        expect(rows).toHaveLength(reply.value.rows);
        expect(rows.length, `${what} ${layout}`).toBeGreaterThan(0);
        for (const cell of rows.flatMap((row) => Object.values(row))) {
          expect(cell, `${what} ${layout}`).not.toMatch(/^[=+@\t\r-]/);
        }
        const bibs = rows.map((row) => row["bib"] ?? row["Bib"] ?? row["bib_num"] ?? "0042");
        expect(bibs, `${what} ${layout}`).toContain(what === "walk-ups" ? "0900" : "0042");
      }
    }
    const json = { commandId: newCommandId(), eventId, what: "podium", format: "json" } as const;
    expect(await desk.call("export.make", { ...json, layout: "webscorer" })).toMatchObject({
      error: { code: "layout-unfit" },
    });
    expect(JSON.parse(await file(desk, { format: "json" }))).toMatchObject([
      { place: 1, bib: "0042", tie: false, award: true },
      { bib: "+1", name: 'Zoë "Zed" Ñandú\n山田' },
      { bib: "٣٠١", name: "محمد علي" },
      { place: 4, award: false },
    ]);
  });

  test("J1 names of one word, of many, with line breaks and of other scripts are split and kept", async () => {
    const desk = await openAwkward();
    const rows = await table(desk, { what: "check-ins", layout: "webscorer" });
    expect(pick(rows, "Bib", "First name", "Last name")).toEqual([
      "7 | Ana | Sousa",
      "007 | Rui | Sousa",
      '0042 |  | \'=HYPERLINK("http://evil.example")',
      '\'+1 | Zoë "Zed" Ñandú | 山田',
      "٣٠١ | محمد | علي",
      "'-7 |  | Pelé",
    ]);
  });

  test("J4 a start list has everybody once, and nobody who was taken back", async () => {
    const desk = await openAwkward();
    const again = { commandId: newCommandId(), eventId, runnerId: "ana" };
    await desk.value("checkIn.perform", { ...again, override: { reason: "Again" } });
    const bibs = async (what: ExportSubject) =>
      pick(await table(desk, { what, layout: "race-result" }), "Bib");
    expect(await table(desk, { what: "check-ins" })).toHaveLength(7);
    expect(await bibs("check-ins")).toHaveLength(6);
    const form = { eventRunId: runId, email: "w@example.org", registrationType: "free" };
    const order = { commandId: newCommandId(), eventId, form, bib: "900", checkIn: true };
    const { runner } = await desk.value("walkUp.save", order);
    expect(await bibs("walk-ups")).toEqual(["900"]);
    expect(await bibs("check-ins")).toContain("900");
    const back = { commandId: newCommandId(), eventId, runnerId: runner.id };
    await desk.value("walkUp.retract", back);
    expect(await bibs("walk-ups")).toEqual([]);
    expect(await bibs("check-ins")).not.toContain("900");
    const rows = await table(desk, { what: "check-ins" });
    expect(pick(rows, "bib", "delivery", "takenBack")).toContain("900 | taken-back | yes");
  });

  test("one run alone, and none that the event does not have", async () => {
    const desk = await openAwkward();
    await desk.checkIn("relay-1");
    expect(pick(await table(desk, { what: "check-ins", runId: "run-relay" }), "bib")).toEqual([
      "301",
    ]);
    for (const wrong of [{ runId: "run-of-nobody" }, { eventId: "event-of-nobody" }]) {
      const order = { commandId: newCommandId(), eventId, what: "podium", format: "csv" } as const;
      const reply = await desk.call("export.make", { ...order, ...wrong });
      expect(reply).toMatchObject({ error: { code: "not-found" } });
    }
  });
});

describe("the folder", () => {
  test("the files are listed newest first, and nothing else that lies there", async () => {
    const desk = await openAwkward();
    const make = (what: ExportSubject) => file(desk, { what });
    await make("check-ins");
    await make("check-ins");
    await desk.clock.advance(1_000);
    await make("journal");
    const { folder, files, canChoose } = await desk.value("export.list", {});
    expect(canChoose).toBe(false);
    writeFileSync(join(folder, "private.csv"), "secret");
    writeFileSync(join(folder, `${files[0]?.name ?? ""}.part`), "half");
    symlinkSync("/etc/hostname", join(folder, "x-podium-2026-05-17T08-00-00-000Z.csv"));
    mkdirSync(join(folder, "podium-2026-05-17T08-00-00-000Z.csv"));
    const listed = await desk.value("export.list", {});
    expect(listed.files).toEqual(files);
    expect(files.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^harbour-run-journal-.*Z\.csv$/),
      expect.stringMatching(/^harbour-run-check-ins-.*Z-2\.csv$/),
      expect.stringMatching(/^harbour-run-check-ins-.*Z\.csv$/),
    ]);
    expect(desk.invalidations).toContainEqual({ topic: "exports", eventId: null });
  });

  test("a folder is chosen on the desktop, kept, and used until another one is", async () => {
    const chosen = temporaryFolder();
    let answer: string | null = null;
    const asked: string[] = [];
    const chooseFolder = async (current: string) => {
      asked.push(current);
      return answer;
    };
    const desk = await openPodium({}, { ports: { chooseFolder } });
    const choose = () => desk.call("export.chooseFolder", { commandId: newCommandId() });
    expect(await choose()).toMatchObject({ error: { code: "cancelled" } });
    answer = chosen;
    expect(await choose()).toEqual({ ok: true, value: { folder: chosen } });
    await file(desk, { what: "journal" });
    expect(readdirSync(chosen)).toHaveLength(1);
    const after = await desk.reopen();
    const { folder, canChoose } = await after.value("export.list", {});
    expect([folder, canChoose]).toEqual([chosen, true]);
    expect(asked).toEqual([expect.stringContaining("exports"), expect.stringContaining("exports")]);
  });

  test("J1 a folder that vanished is told, made by nobody, and nothing is left", async () => {
    const chosen = join(temporaryFolder(), "stick");
    mkdirSync(chosen);
    const desk = await openPodium({}, { ports: { chooseFolder: async () => chosen } });
    await desk.value("export.chooseFolder", { commandId: newCommandId() });
    rmSync(chosen, { recursive: true });
    expect((await desk.value("export.list", {})).files).toEqual([]);
    const order = { commandId: newCommandId(), eventId, what: "journal", format: "csv" } as const;
    expect(await desk.call("export.make", order)).toMatchObject({
      error: { code: "not-saved", details: { why: "file-gone" } },
    });
    expect(() => readdirSync(chosen)).toThrow("ENOENT");
  });

  test("J1 a folder of Chute's own that cannot be made is told", async () => {
    const desk = await openPodium();
    const { folder } = await desk.value("export.list", {});
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(folder, "in the way");
    const order = { commandId: newCommandId(), eventId, what: "podium", format: "csv" } as const;
    expect(await desk.call("export.make", order)).toMatchObject({ error: { code: "not-saved" } });
    rmSync(folder);
    expect(await desk.call("export.make", { ...order, commandId: newCommandId() })).toMatchObject({
      ok: true,
    });
  });

  test("a station has nobody to ask", async () => {
    const desk = await openPodium();
    const reply = await desk.call("export.chooseFolder", { commandId: newCommandId() });
    expect(reply).toMatchObject({ error: { code: "not-a-desktop" } });
  });

  test("J1 a folder that takes no files is not taken", async () => {
    const chosen = join(temporaryFolder(), "nowhere");
    const desk = await openPodium({}, { ports: { chooseFolder: async () => chosen } });
    const reply = await desk.call("export.chooseFolder", { commandId: newCommandId() });
    expect(reply).toMatchObject({ error: { code: "not-saved", details: { why: "file-gone" } } });
    expect((await desk.value("export.list", {})).folder).not.toBe(chosen);
  });
});
