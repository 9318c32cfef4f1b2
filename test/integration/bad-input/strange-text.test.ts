import { expect, test } from "vitest";
import { newCommandId, download, openRace } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";

const strange: Readonly<Record<string, string>> = {
  nul: "Nu\u0000ll Byte",
  "lone surrogate": "Sur\uD800rogate",
  "right to left override": "Ev\u202Eil Name",
  "zero width": "Ze\u200Bro\uFEFFWidth",
  markup: "<img src=x onerror=alert(1)>",
  "sql and fts": `Robert'); DROP TABLE runner;-- "OR" NEAR(*^`,
  "only space": "  \u00A0\u3000 ",
  "combining marks": `Z${"\u0301".repeat(500)}algo`,
  emoji: "👩‍👩‍👧‍👦🏳️‍🌈",
  "object words": "__proto__ constructor toString",
  newlines: "One\r\nTwo\u2028Three",
};

const names = Object.entries(strange);

test("D6 names that nobody should have are taken in, found by e-mail, checked in and verified", async () => {
  const desk = await openRace({
    runs: [{ _id: "run", distanceLabel: "10 km" }],
    registrations: [
      ...names.map(([what, name], index) => ({
        _id: `r${index}`,
        eventRunId: "run",
        name,
        email: `${index}@example.org`,
        bibIdentifier: what,
      })),
      { _id: "long", eventRunId: "run", name: "x".repeat(1_000_000), email: "long@example.org" },
      { _id: "__proto__", eventRunId: "run", name: "Proto", email: "proto@example.org" },
    ],
  });
  for (const [index, [what, name]] of names.entries()) {
    const { rows } = await desk.value("roster.search", { eventId, text: `${index}@example.org` });
    expect(rows[0]?.id, what).toBe(`r${index}`);
    const said = rows[0]?.name ?? null;
    expect(said === null ? null : said.isWellFormed(), what).not.toBe(false);
    if (name.isWellFormed()) expect(said?.trim() ?? "", what).toBe(name.trim());
    const reply = await desk.call("roster.search", { eventId, text: name });
    expect(reply.ok, what).toBe(true);
    expect((await desk.call("roster.scan", { eventId, text: name })).ok, what).toBe(true);
  }
  for (const id of [...names.map((_each, index) => `r${index}`), "long", "__proto__"]) {
    await desk.value("checkIn.perform", { commandId: newCommandId(), eventId, runnerId: id });
  }
  const again = await desk.reopen();
  expect(await again.value("journal.verify", {})).toMatchObject({ brokenAt: [], differences: 0 });
});

test("W1 W3 a walk-up with strange text is sent exactly as it was saved, and its chain verifies", async () => {
  const desk = await openRace({
    runs: [{ _id: "run", distanceLabel: "10 km" }],
    registrations: [],
  });
  for (const [index, [what, name]] of names.entries()) {
    const form = {
      eventRunId: "run",
      email: `walk-${index}@example.org`,
      name,
      registrationType: "free",
      notes: name,
    };
    const input = { commandId: newCommandId(), eventId, form, checkIn: true };
    const saved = await desk.call("walkUp.save", input);
    expect(saved.ok, `${what}: ${JSON.stringify(saved)}`).toBe(true);
    expect(await desk.call("walkUp.save", input), what).toEqual(saved);
  }
  desk.partner.online = true;
  await desk.value("outbox.tryNow", { commandId: newCommandId() });
  for (let turn = 0; desk.partner.posted.length < names.length && turn < 2_000; turn += 1) {
    await desk.clock.advance(50);
  }
  expect(desk.partner.posted).toHaveLength(names.length);
  await download(desk);
  const again = await desk.reopen();
  expect(await again.value("journal.verify", {})).toMatchObject({ brokenAt: [], differences: 0 });
  const { total } = await again.value("roster.search", { eventId, text: "walk-" });
  expect(total).toBe(names.length);
});

test("W1 P9 names and bibs are kept without invisible characters and halves of characters", async () => {
  const desk = await openRace({
    runs: [{ _id: "run", distanceLabel: "10 km" }],
    registrations: [],
  });
  const form = {
    eventRunId: "run",
    email: "\uD800zoe\u034F@example.org",
    registrationType: "free",
  };
  const walkUp = { commandId: newCommandId(), eventId, checkIn: true };
  const name = "\u202EZo\u0000e\uDC00";
  expect(await desk.value("walkUp.save", { ...walkUp, form: { ...form, name } })).toMatchObject({
    runner: { name: "Zoe", email: "zoe@example.org" },
  });
  const line = { commandId: newCommandId(), eventId, id: "line-0001", before: null };
  await desk.value("finish.bib", { ...line, bib: "\uD800\u202E7" });
  const { rows } = await desk.value("finish.page", { eventId });
  expect(rows.map((row) => row.line?.bib)).toEqual(["7"]);
  const nothing = { ...line, commandId: newCommandId(), id: "line-0002", bib: "\u202E" };
  expect(await desk.call("finish.bib", nothing)).toMatchObject({
    error: { code: "invalid-input" },
  });
});

test("bad input over the contract is refused by field, never performed and never `internal`", async () => {
  const desk = await openRace({
    runs: [{ _id: "run", distanceLabel: "10 km" }],
    registrations: [{ _id: "ana", eventRunId: "run", name: "Ana", email: "ana@example.org" }],
  });
  const order = () => ({ commandId: newCommandId(), eventId });
  const form = { eventRunId: "run", email: "zoe@example.org", registrationType: "free" };
  const cases: readonly (readonly [string, unknown, string])[] = [
    ["roster.search", { eventId, text: "a", limit: 1e9 }, "invalid-input"],
    ["roster.search", { eventId, text: "a", limit: "5" }, "invalid-input"],
    ["roster.search", { eventId, text: "a", limit: -1 }, "invalid-input"],
    ["roster.search", { eventId, text: "a", limit: 1.5 }, "invalid-input"],
    ["roster.search", { eventId, text: "a".repeat(1_000_000) }, "invalid-input"],
    ["roster.search", { eventId: "__proto__", text: "a" }, "not-found"],
    ["roster.search", { eventId, text: "a", runId: "__proto__", state: "all" }, "ok"],
    ["roster.get", { eventId, runnerId: "constructor" }, "not-found"],
    ["checkIn.perform", { ...order(), runnerId: "ana\u0000" }, "not-found"],
    ["checkIn.perform", { ...order(), runnerId: "" }, "invalid-input"],
    ["checkIn.perform", { ...order(), commandId: "", runnerId: "ana" }, "invalid-input"],
    ["checkIn.performAll", { ...order(), runnerIds: "ana" }, "invalid-input"],
    ["bib.assign", { ...order(), runnerId: "ana", bib: 7 }, "invalid-input"],
    ["bib.assign", { ...order(), runnerId: "ana", bib: "7".repeat(300) }, "bib-invalid"],
    ["bib.assign", { ...order(), runnerId: "ana", bib: "\u0000" }, "bib-invalid"],
    ["bib.assign", { ...order(), runnerId: "ana", bib: "\u202E7" }, "bib-invalid"],
    ["walkUp.save", { ...order(), checkIn: false, form: { ...form, email: "none" } }, "invalid"],
    [
      "walkUp.save",
      { ...order(), checkIn: false, form: { ...form, eventRunId: "__proto__" } },
      "invalid",
    ],
    [
      "walkUp.save",
      { ...order(), checkIn: false, form: { ...form, registrationType: "toString" } },
      "invalid",
    ],
    [
      "walkUp.save",
      { ...order(), checkIn: false, form: { ...form, name: "x".repeat(1_000_000) } },
      "invalid-input",
    ],
    ["walkUp.save", { ...order(), checkIn: false, form: { ...form, status: "maybe" } }, "invalid"],
    ["event.setTimeZone", { ...order(), timeZone: "Europe/Atlantis" }, "unknown-time-zone"],
    ["download.start", { ...order(), eventIds: ["../../etc/passwd"] }, "not-found"],
    ["outbox.get", { outboxId: "nobody" }, "not-found"],
    ["export.make", { ...order(), what: "everything", format: "csv" }, "invalid-input"],
    ["settings.save", { ...order(), volume: 9 }, "invalid-input"],
  ];
  for (const [name, input, code] of cases) {
    const reply = await desk.core.dispatch(name, input, { role: "owner" });
    const answer = reply.ok ? "ok" : reply.error.code;
    expect(answer, `${name} ${JSON.stringify(input).slice(0, 200)}`).toBe(code);
  }
  const polluted = JSON.parse(
    `{"eventId":"${eventId}","text":"ana","__proto__":{"limit":0},"constructor":{"prototype":{"x":1}}}`,
  ) as unknown;
  expect(await desk.core.dispatch("roster.search", polluted, { role: "owner" })).toMatchObject({
    value: { total: 1 },
  });
  expect(({} as { limit?: number; x?: number }).limit ?? ({} as { x?: number }).x).toBeUndefined();
  expect((await desk.value("outbox.list", { show: "all" })).total).toBe(0);
  expect(await desk.value("roster.get", { eventId, runnerId: "ana" })).toMatchObject({
    runner: { checkedIn: null },
  });
});
