import { describe, expect, test } from "vitest";
import type { OrganizerDesk } from "#test/support/organizer-desk.ts";
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

  test("D2 a series that cannot be read, or stands behind more pages, is not told as absent", async () => {
    let answer: ((url: URL) => unknown) | null = null;
    const desk = await openOrganizerDesk({
      fetch: async (input, init) => {
        const url = new URL(String(input));
        return answer !== null && url.pathname === "/series"
          ? Response.json(answer(url))
          : fetch(input, init);
      },
    });
    const [known] = (await desk.value("series.list", {})).series;
    const wanted = await fetchSeries(desk, known?.slug ?? "");
    const ask = () => desk.call("series.find", { commandId: commandId(), slug: known?.slug ?? "" });
    answer = () => ({ data: [{ slug: known?.slug, name: 7 }] });
    expect(await ask()).toMatchObject({ error: { code: "not-the-api" } });
    // This server does not know the parameter: it lists everything, page by page.
    answer = (url) =>
      url.searchParams.get("after") === "2"
        ? { data: [wanted], nextCursor: null }
        : { data: [{ ...wanted, _id: "other", slug: "other" }], nextCursor: "2" };
    expect(await ask()).toMatchObject({ value: { series: { slug: known?.slug } } });
    // Without a cursor nobody knows whether this was all.
    answer = () => ({
      data: Array.from({ length: 100 }, (_each, index) => ({
        ...wanted,
        _id: `s${index}`,
        slug: `s${index}`,
      })),
    });
    expect(await ask()).toMatchObject({ error: { code: "not-the-api" } });
  });
});

/** A series as the server sends it. */
async function fetchSeries({ sandbox }: OrganizerDesk, slug: string): Promise<object> {
  const headers = { authorization: `Bearer ${sandbox.keys.all}` };
  const reply = await fetch(`${sandbox.url}/series?slug=${slug}`, { headers });
  const { data } = (await reply.json()) as { readonly data: readonly object[] };
  return data[0] ?? {};
}

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

  test("D2 a list that breaks off takes no known recurrence away", async () => {
    let rows: object[] | null = null;
    const desk = await openOrganizerDesk({
      fetch: async (input, init) =>
        rows !== null && new URL(String(input)).pathname === "/recurrences"
          ? Response.json({ data: rows })
          : fetch(input, init),
    });
    const names = async (): Promise<(string | null)[]> =>
      (await desk.value("series.list", {})).series.flatMap(({ recurrences }) =>
        recurrences.map(({ name }) => name),
      );
    const before = await names();
    expect(before).not.toEqual([]);
    // A full page without a cursor: nobody knows whether there are more.
    rows = Array.from({ length: 100 }, (_each, index) => ({ _id: `r${index}` }));
    await desk.value("event.refresh", { commandId: commandId() });
    await desk.until(
      () => desk.asked.filter(({ url }) => url.pathname === "/recurrences").length === 2,
      "the recurrences",
    );
    expect(await names()).toEqual(before);
    rows = [];
    await desk.value("event.refresh", { commandId: commandId() });
    await desk.until(async () => (await names()).length === 0, "the end of the recurrences");
  });
});
