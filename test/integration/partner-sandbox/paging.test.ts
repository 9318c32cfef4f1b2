import { describe, expect, test } from "vitest";

import type { CursorPlacement } from "#sandbox/http/paging.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { cursorPlaces, findCursor, findCursorPlace } from "#shared/partner-api/cursor-places.ts";

import { call, readRoster, rowsOf, withSandbox } from "./sandbox-client.ts";

/** Reads a whole list with the reader's own rules for finding the cursor. */
async function walk(sandbox: Sandbox, path: string, limit: number) {
  const ids: unknown[] = [];
  const sizes: number[] = [];
  const places = new Set<string | undefined>();
  let after: string | undefined;
  do {
    const mark = after === undefined ? "" : `&after=${encodeURIComponent(after)}`;
    const separator = path.includes("?") ? "&" : "?";
    const reply = await call(sandbox, "GET", `${path}${separator}limit=${limit}${mark}`);
    const answer = { body: reply.body, link: reply.headers.get("link") ?? undefined };
    const rows = rowsOf(reply);
    ids.push(...rows.map((row) => row["_id"]));
    sizes.push(rows.length);
    places.add(findCursorPlace(answer));
    after = findCursor(answer)?.cursor;
  } while (after !== undefined);
  return { ids, sizes, places };
}

test.each([...cursorPlaces] satisfies CursorPlacement[])(
  "D2 with the cursor at %s a list is read whole and in order",
  async (cursorPlace) => {
    await using sandbox = await withSandbox({ runners: 10, cursorPlace });
    const path = `/registration?eventId=${sandbox.mainEventId}`;
    const whole = await call(sandbox, "GET", `${path}&limit=100`);
    const { ids, sizes, places } = await walk(sandbox, path, 4);
    expect(ids).toEqual(rowsOf(whole).map((row) => row["_id"]));
    expect(sizes).toEqual([4, 4, 2]);
    expect([...places].filter((place) => place !== undefined)).toEqual([cursorPlace]);
  },
);

test("D2 nowhere: a full page tells nothing", async () => {
  await using sandbox = await withSandbox({ cursorPlace: "nowhere" });
  const reply = await call(sandbox, "GET", `/registration?eventId=${sandbox.mainEventId}`);
  expect(rowsOf(reply)).toHaveLength(20);
  expect(Object.keys(reply.body)).toEqual(["data"]);
  expect(reply.headers.get("link")).toBeNull();
});

describe("X14 pages", () => {
  test("are 20 unless told, 100 at most, and null ends the list", async () => {
    await using sandbox = await withSandbox({ runners: 200 });
    const path = `/registration?eventId=${sandbox.mainEventId}`;
    expect(rowsOf(await call(sandbox, "GET", path))).toHaveLength(20);
    expect(rowsOf(await call(sandbox, "GET", `${path}&limit=1`))).toHaveLength(1);
    const first = await call(sandbox, "GET", `${path}&limit=100`);
    const second = await call(sandbox, "GET", `${path}&limit=100&after=${first.body.nextCursor}`);
    expect([rowsOf(first).length, rowsOf(second).length]).toEqual([100, 100]);
    expect(second.body.nextCursor).toBeNull();
  });

  test.each([
    "/events",
    "/series",
    "/collections",
    "/collections/this-season/events",
    "/recurrences",
  ])("of %s are read whole", async (path) => {
    await using sandbox = await withSandbox();
    const whole = rowsOf(await call(sandbox, "GET", `${path}?limit=100`));
    const { ids, places } = await walk(sandbox, path, 1);
    expect(ids).toEqual(whole.map((row) => row["_id"]));
    expect([...places]).toEqual(["body.nextCursor"]);
  });

  test("refuse a cursor of another list, of another event, and nonsense", async () => {
    await using sandbox = await withSandbox();
    const { nextCursor } = (await call(sandbox, "GET", "/events?limit=1")).body;
    for (const after of [nextCursor, "nonsense", "%F0%9F%8F%83"]) {
      const reply = await call(
        sandbox,
        "GET",
        `/registration?eventId=${sandbox.mainEventId}&after=${after}`,
      );
      expect([reply.status, Object.keys(reply.body.error?.errors ?? {})]).toEqual([422, ["after"]]);
    }
    expect((await call(sandbox, "GET", "/series?after=nonsense")).status).toBe(422);
  });

  test("keep their place while rows come and go", async () => {
    await using sandbox = await withSandbox();
    const path = `/registration?eventId=${sandbox.mainEventId}&limit=50`;
    const before = await readRoster(sandbox);
    const first = await call(sandbox, "GET", path);
    for (const index of [3, 60]) {
      sandbox.mutate({
        kind: "remove-registration",
        registrationId: String(before[index]?.["_id"]),
      });
    }
    const second = await call(sandbox, "GET", `${path}&after=${first.body.nextCursor}`);
    expect(rowsOf(second)[0]).toEqual(before[50]);
    expect(rowsOf(second)).toHaveLength(50);
    expect(rowsOf(second).at(-1)).toEqual(before[100]);
  });
});
