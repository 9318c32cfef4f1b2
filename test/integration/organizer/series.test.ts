import { describe, expect, test } from "vitest";
import { openOrganizerDesk } from "#test/support/organizer-desk.ts";
import { newCommandId } from "#test/support/test-core.ts";

const commandId = newCommandId;

describe("GET /series", () => {
  test("the series with schedule, events and recurrences", async () => {
    const desk = await openOrganizerDesk();
    const { series } = await desk.value("series.list", {});
    const wednesday = series.find(({ slug }) => slug.includes("wednesday"));
    expect(wednesday).toMatchObject({
      type: "runClub",
      schedule: { frequency: "weekly", dayOfWeek: 3, startTime: "18:30" },
      events: 12,
    });
    expect(wednesday?.recurrences.length).toBeGreaterThan(0);
    expect(wednesday?.recurrences[0]?.schedule?.frequency).toBe("weekly");
  });

  test("GET /series?slug= finds one, also one that the list never had, or none", async () => {
    const desk = await openOrganizerDesk();
    const [known] = (await desk.value("series.list", {})).series;
    const slug = known?.slug ?? "";
    const found = await desk.value("series.find", { commandId: commandId(), slug });
    expect(found.series).toMatchObject({ slug, name: known?.name });
    expect(desk.asked.some(({ url }) => url.searchParams.get("slug") === slug)).toBe(true);
    const none = await desk.value("series.find", { commandId: commandId(), slug: "nobody" });
    expect(none.series).toBeNull();
    await desk.sandbox.faults.set({ offline: true });
    expect(await desk.call("series.find", { commandId: commandId(), slug })).toMatchObject({
      error: { code: "offline" },
    });
  });
});

describe("recurrences, of which the API names neither path nor shape", () => {
  const answers: [string, (status: number) => Response][] = [
    ["404", () => Response.json({ error: { code: "NOT_FOUND", message: "" } }, { status: 404 })],
    ["401", () => Response.json({ error: { code: "X", message: "" } }, { status: 401 })],
    ["403", () => Response.json({ error: { code: "X", message: "" } }, { status: 403 })],
    ["500", () => new Response("oops", { status: 500 })],
    ["a page", () => new Response("<html></html>", { headers: { "content-type": "text/html" } })],
    ["an odd shape", () => Response.json({ data: { of: "everything" } })],
    ["rows without ids", () => Response.json({ data: [{ when: "often" }, 7, null] })],
  ];

  test("a server that never answers there keeps nobody from the list of events", async () => {
    let hangs = false;
    const desk = await openOrganizerDesk({
      fetch: (input, init) =>
        hangs && new URL(String(input)).pathname === "/recurrences"
          ? never(init?.signal)
          : fetch(input, init),
    });
    hangs = true;
    const refreshed = await desk.value("event.refresh", { commandId: commandId() });
    expect(refreshed).toMatchObject({ complete: true });
  });

  /** An answer that never comes, until the caller aborts. */
  const never = (signal: AbortSignal | null | undefined): Promise<Response> =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(new TypeError("given up")));
    });

  test("whatever answers there, it is asked once, and nothing is concluded from it", async () => {
    for (const [what, answer] of answers) {
      const desk = await openOrganizerDesk({
        fetch: async (input, init) =>
          new URL(String(input)).pathname === "/recurrences" ? answer(0) : fetch(input, init),
      });
      const asked = () => desk.asked.filter(({ url }) => url.pathname === "/recurrences").length;
      expect(asked(), what).toBe(1);
      const { series } = await desk.value("series.list", {});
      expect(
        series.flatMap(({ recurrences }) => recurrences),
        what,
      ).toEqual([]);
      const connection = await desk.value("connection.get", {});
      expect(connection, what).toMatchObject({
        state: "connected",
        connectivity: { state: "online" },
      });
      expect(await desk.download(desk.sandbox.mainEventId), what).toMatchObject({
        state: "complete",
      });
      expect(asked(), what).toBe(1);
    }
  });
});
