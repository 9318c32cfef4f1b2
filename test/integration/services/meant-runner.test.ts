import { describe, expect, test } from "vitest";
import { newCommandId, openRace } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "./harbour-run.ts";

const row = (id: string, name: string, bib: string) => ({
  _id: id,
  eventRunId: "run-10",
  name,
  email: `${id}@example.org`,
  bibIdentifier: bib,
});

const race = {
  ...harbourRun,
  registrations: [
    row("long", "Đặng Phượng Anh", "21"),
    row("short", "Đặng Phượng", "22"),
    row("twin-1", "Tadhg O'Connor", "31"),
    row("twin-2", "O’Connor Tadhg", "32"),
    row("other", "Aoife O'Connor", "33"),
    row("named", "22", "34"),
  ],
};

describe("whom a typed text means", () => {
  test("C6 a bib, an exact whole name and an only result mean one runner; several mean nobody", async () => {
    const desk = await openRace(race);
    const find = (text: string, limit = 50) =>
      desk.value("roster.search", { eventId, text, limit });
    expect(await find("22")).toMatchObject({ meantId: "short", exactBibs: 1, near: false });
    expect(await find("dang phuong")).toMatchObject({ meantId: "short", exactNames: 1, total: 2 });
    expect((await find("phuong dang")).rows.map(({ id }) => id)).toEqual(["short", "long"]);
    expect(await find("aoi")).toMatchObject({ meantId: "other", exactNames: 0, total: 1 });
    expect(await find("tadhg o'connor")).toMatchObject({ meantId: null, exactNames: 2 });
    // One row on the page does not mean that there is one result.
    expect(await find("tadhg o'connor", 1)).toMatchObject({ meantId: null, total: 2 });
    expect(await find("o'connor")).toMatchObject({ meantId: null, exactNames: 0, total: 3 });
    expect(await find("dang")).toMatchObject({ meantId: null, total: 2 });
    expect(await find("")).toMatchObject({ meantId: null, total: 0 });
  });

  test("C6 C9 a name that only an e-mail has means nobody, and whoever has that name is shown too", async () => {
    const mailed = (id: string, name: string, bib: string, email: string) => ({
      ...row(id, name, bib),
      email,
    });
    const desk = await openRace({
      ...harbourRun,
      registrations: [
        mailed("hers", "김 하윤", "4549", "hayun.kim@example.org"),
        mailed("brothers", "김 하윤", "930", "doyun.kim@example.org"),
        mailed("jun", "李俊", "77", "wei.li@example.org"),
        mailed("anna", "Anna Smith", "78", "anna.smith@example.org"),
      ],
    });
    const find = async (text: string) => {
      const { rows, meantId, total } = await desk.value("roster.search", { eventId, text });
      return { ids: rows.map(({ id }) => id), meantId, total };
    };
    expect(await find("kim hayun")).toEqual({
      ids: ["hers", "brothers"],
      meantId: null,
      total: 2,
    });
    expect(await find("hayun")).toEqual({ ids: ["hers", "brothers"], meantId: null, total: 2 });
    expect(await find("li wei")).toEqual({ ids: ["jun"], meantId: null, total: 1 });
    // The text is the beginning of her e-mail, and it is part of a name; a match in the name means its runner.
    expect(await find("hayun.kim")).toMatchObject({ ids: ["hers"], meantId: "hers" });
    expect(await find("anna smith")).toMatchObject({ meantId: "anna", total: 1 });
  });

  test("C6 a second runner with the same bib is noticed on a page of one row", async () => {
    const desk = await openRace(harbourRun);
    const found = await desk.value("roster.search", { eventId, text: "99", limit: 1 });
    expect(found).toMatchObject({ meantId: null, exactBibs: 2, total: 2 });
  });

  test("a list is read page by page, each runner once, and each page says whom the text means", async () => {
    const desk = await openRace(race);
    const page = (offset: number) =>
      desk.value("roster.search", { eventId, text: "o'connor", limit: 2, offset });
    const pages = [await page(0), await page(2), await page(4)];
    const ids = pages.flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(ids.toSorted()).toEqual(["other", "twin-1", "twin-2"]);
    expect(pages.map(({ total }) => total)).toEqual([3, 3, 3]);
    const second = await desk.value("roster.search", { eventId, text: "22", limit: 1, offset: 1 });
    expect(second).toMatchObject({ meantId: "short", rows: [{ id: "named" }] });
  });
});

describe("who may be the person of a walk-up form", () => {
  test("W4 the same e-mail, the same bib and the same name are found in every run, each with its reason", async () => {
    const desk = await openRace(harbourRun);
    const alike = async (form: { name?: string; email?: string; bib?: string; limit?: number }) =>
      (await desk.value("walkUp.duplicates", { eventId, ...form })).rows.map(({ id, why }) => [
        id,
        why,
      ]);
    expect(await alike({ email: " SOUSA@example.org" })).toEqual([
      ["ana", ["email"]],
      ["rui", ["email"]],
      ["ines", ["email"]],
    ]);
    expect(await alike({ bib: "07" })).toEqual([
      ["ana", ["bib"]],
      ["rui", ["bib"]],
    ]);
    expect(await alike({ name: "sousa, INES" })).toEqual([["ines", ["name"]]]);
    expect(await alike({ name: "Ines Sousa", email: "sousa@example.org", bib: "7" })).toEqual([
      ["ana", ["email", "bib"]],
      ["rui", ["email", "bib"]],
      ["ines", ["email", "same-name"]],
    ]);
    expect(await alike({ name: "Ines Sousa", email: "sousa@example.org", limit: 1 })).toEqual([
      ["ines", ["email", "same-name"]],
    ]);
    expect(await alike({})).toEqual([]);
    expect(await alike({ name: "  ", email: "", bib: " " })).toEqual([]);
  });

  test("W4 a bib of the organizer's list finds the runner who was given another one here", async () => {
    const desk = await openRace(harbourRun);
    const alike = async (bib: string) =>
      (await desk.value("walkUp.duplicates", { eventId, bib })).rows.map(({ id, why }) => [
        id,
        why,
      ]);
    const give = (runnerId: string, bib: string) =>
      desk.value("bib.assign", { commandId: newCommandId(), eventId, runnerId, bib });
    await give("luk", "77");
    await give("ines", "A12");
    expect(await alike("A12")).toEqual([
      ["ines", ["bib"]],
      ["luk", ["listed-bib"]],
    ]);
    expect(await alike("12")).toEqual([["ines", ["listed-bib"]]]);
    expect(await alike("77")).toEqual([["luk", ["bib"]]]);
  });

  test("W4 a retracted walk-up is nobody's double", async () => {
    const desk = await openRace(harbourRun);
    const form = {
      eventRunId: "run-10",
      email: "nova@example.org",
      name: "Nova Pessoa",
      registrationType: "free",
    };
    const order = () => ({ commandId: newCommandId(), eventId });
    const { runner } = await desk.value("walkUp.save", { ...order(), form, checkIn: false });
    const alike = () => desk.value("walkUp.duplicates", { eventId, name: "nova pessoa" });
    expect((await alike()).rows.map(({ id }) => id)).toEqual([runner.id]);
    for (let turn = 0; turn < 5; turn += 1) await desk.clock.advance(0);
    await desk.value("walkUp.retract", { ...order(), runnerId: runner.id });
    expect((await alike()).rows).toEqual([]);
  });
});
