import { describe, expect, test } from "vitest";
import type { EventForm } from "#shared/contract/event-form.ts";
import { newCommandId } from "#test/support/test-core.ts";
import { nightRun, openEventDesk } from "./local-event-desk.ts";

const commandId = newCommandId;

describe("W1 the API's rules at the form", () => {
  const faulty: [string, Partial<EventForm>, string][] = [
    ["name", { name: "  " }, "name"],
    ["type", { type: "party" }, "type"],
    ["date", { date: "2026-02-30" }, "date"],
    ["endDate", { endDate: "24.12.2099" }, "endDate"],
    ["an end before the start", { endDate: "2099-12-23" }, "endDate"],
    ["a time with an offset", { startTime: "19:30+01:00" }, "startTime"],
    ["endTime", { endTime: "25:00" }, "endTime"],
    ["lat", { lat: 91 }, "lat"],
    ["lng", { lng: -181 }, "lng"],
    ["websiteUrl", { websiteUrl: "harbour dot example" }, "websiteUrl"],
    ["registrationUrl", { registrationUrl: "/enter" }, "registrationUrl"],
    [
      "a country of three letters",
      { address: { addressLocality: "Tollan", addressCountry: "IRL" } },
      "address.addressCountry",
    ],
    [
      "a country without a city",
      { address: { addressLocality: " ", addressCountry: "IE" } },
      "address.addressLocality",
    ],
  ];

  test("W1 what the API forbids is refused offline, under the API's field names", async () => {
    const desk = await openEventDesk();
    await desk.offline();
    for (const [what, change, field] of faulty) {
      const form = { ...nightRun, ...change };
      const { fields } = await desk.value("event.check", { form });
      expect(Object.keys(fields), what).toEqual([field]);
      const created = await desk.call("event.create", { commandId: commandId(), form });
      expect(created, what).toMatchObject({ error: { code: "invalid", fields } });
    }
    expect((await desk.value("outbox.list", { show: "all" })).total).toBe(0);
  });

  test("W1 the sandbox forbids the same, and takes what passed", async () => {
    const desk = await openEventDesk();
    for (const [what, change, field] of faulty) {
      const answer = await fetch(`${desk.sandbox.url}/events`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${desk.sandbox.keys.all}`,
          "Content-Type": "application/json",
          "Idempotency-Key": `form-${what}`,
        },
        body: JSON.stringify({ ...nightRun, name: nightRun.name.trim(), ...tidied(change) }),
      });
      expect(answer.status, what).toBe(422);
      expect(JSON.stringify(await answer.json()), what).toContain(field.split(".")[0]);
    }
  });

  const tidied = (change: Partial<EventForm>): object => ({
    ...change,
    ...(change.name === undefined ? {} : { name: change.name.trim() }),
    ...(change.address?.addressLocality.trim() === "" ? { address: { addressCountry: "IE" } } : {}),
  });

  test("W1 empty fields are left out, a country is written in capitals", async () => {
    const desk = await openEventDesk();
    await desk.offline();
    const { outboxId } = await desk.create({
      ...nightRun,
      slug: "",
      endDate: " ",
      description: "",
      websiteUrl: "",
    });
    const { body, method, path } = await desk.value("outbox.get", { outboxId });
    expect([method, path]).toEqual(["POST", "/events"]);
    expect(JSON.parse(body)).toEqual({
      ...nightRun,
      address: { ...nightRun.address, addressCountry: "IE" },
    });
    const nowhere = { addressLocality: "", addressCountry: "  " };
    const { fields } = await desk.value("event.check", { form: { ...nightRun, address: nowhere } });
    expect(fields).toEqual({});
  });

  test("W1 what cannot be known is a warning, never a block", async () => {
    const desk = await openEventDesk();
    const [known] = (await desk.value("event.list", { text: "Harbour Hills Run" })).events;
    const form = {
      ...nightRun,
      name: "  harbour HILLS  run ",
      date: known?.date ?? "",
      slug: "Harbour Hills Run",
    };
    const { fields, warnings } = await desk.value("event.check", { form });
    expect(fields).toEqual({});
    expect(warnings).toEqual(["same-name-same-day", "slug-known"]);
    const past = { ...nightRun, date: "2001-01-01" };
    expect((await desk.value("event.check", { form: past })).warnings).toEqual(["date-past"]);
    await desk.offline();
    const { outboxId } = await desk.create();
    const twin = await desk.value("event.check", { form: nightRun });
    expect(twin.warnings).toEqual(["same-name-same-day"]);
    const itself = await desk.value("event.check", { form: nightRun, outboxId });
    expect(itself.warnings).toEqual([]);
  });
});
