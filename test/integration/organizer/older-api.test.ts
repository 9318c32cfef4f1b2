import { expect, test } from "vitest";
import { newCommandId } from "#test/support/test-core.ts";
import { openOrganizerDesk } from "#test/support/organizer-desk.ts";

const ownPage = "<!doctype html><title>Not Found</title><p>Cannot GET that.</p>";

/** A server that answers some paths with an HTML page; an older release has no collections, results and awards. */
async function openWithout(paths: RegExp) {
  const missing = { paths };
  const desk = await openOrganizerDesk({
    fetch: async (input, init) =>
      missing.paths.test(new URL(String(input)).pathname)
        ? new Response(ownPage, { status: 404, headers: { "Content-Type": "text/html" } })
        : fetch(input, init),
  });
  const connectionOf = async () => (await desk.value("sync.status", {})).connectivity;
  return { ...desk, missing, connectionOf };
}

test("O12 D7 an older API that has no path, and says so with a page, is never taken for a lost connection", async () => {
  const desk = await openWithout(/\/(collections|results|awards)$/);
  const eventId = desk.sandbox.mainEventId;
  const before = await desk.connectionOf();
  expect(before.state).toBe("online");

  await desk.clock.advance(1);
  await desk.value("event.refresh", { commandId: newCommandId() });
  expect(await desk.call("collection.refresh", { commandId: newCommandId() })).toMatchObject({
    error: { code: "not-the-api" },
  });
  expect((await desk.value("collection.list", {})).state).toBe("failed");
  expect(await desk.download(eventId)).toMatchObject({ state: "complete", rows: 60 });
  expect((await desk.value("podium.get", { eventId })).awards.state).toBe("none");
  const runId = await desk.runIdOf(eventId, "Half");
  const results = { commandId: newCommandId(), eventId, runId };
  expect((await desk.value("results.refresh", results)).runs).toMatchObject([
    { failure: "not-the-api" },
  ]);
  expect(await desk.connectionOf()).toEqual(before);
});

test("O5 where every API has the path, a page under 404 comes from something in between", async () => {
  const desk = await openWithout(/never/);
  desk.missing.paths = /\/(series|events|collections)$/;
  expect(await desk.call("event.refresh", { commandId: newCommandId() })).toMatchObject({
    error: { code: "not-the-api" },
  });
  // Another server answers these paths, and the API itself still answers, so the connection works.
  expect((await desk.connectionOf()).state).toBe("online");
});
