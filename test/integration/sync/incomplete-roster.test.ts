import { afterEach, expect, test } from "vitest";
import type { Fetch } from "#core/ports.ts";
import type { DigestBody } from "#core/sync/download/digest.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import { startSandbox } from "#sandbox/sandbox.ts";
import type { DownloadStatus } from "#shared/contract/events.ts";
import type { Bench } from "../../support/sync-bench.ts";
import { closeBenches, openBench, volunteer } from "../../support/sync-bench.ts";

let sandbox: Sandbox;
/** Changes one answer of the list of registrations, or returns it unchanged. */
let spoil: (page: ListPage, at: number) => ListPage = (page) => page;
let askedLimit = 100;
let pagesAsked = 0;
/** The event itself is not answered; its requests are counted. */
let isEventSilent = false;
let eventsAsked = 0;

interface ListPage {
  readonly data: readonly unknown[];
  readonly nextCursor: string | null;
}

const spoiledFetch: Fetch = async (address, init) => {
  const url = new URL(String(address));
  const isList = url.pathname === "/registration" && (init?.method ?? "GET") === "GET";
  if (isEventSilent && url.pathname.startsWith("/events/")) {
    eventsAsked += 1;
    return new Promise((_, fail) =>
      init?.signal?.addEventListener("abort", () => fail(new Error("aborted"))),
    );
  }
  if (!isList) return fetch(address, init);
  url.searchParams.set("limit", String(askedLimit));
  const response = await fetch(url, init);
  const page = (await response.json()) as ListPage;
  pagesAsked += 1;
  const spoiled = response.ok ? spoil(page, pagesAsked) : page;
  return Response.json(spoiled, { status: response.status });
};

/** An event of 300 runners who are all in the replica after the first download. */
async function connected(): Promise<Bench> {
  sandbox = await startSandbox({ runners: 300 });
  const bench = await openBench({ fetch: spoiledFetch });
  expect((await bench.sync.connection.save(sandbox.url, sandbox.keys.all)).ok).toBe(true);
  expect((await bench.sync.downloads.refreshEvents()).ok).toBe(true);
  return bench;
}

async function pull(bench: Bench): Promise<DownloadStatus> {
  pagesAsked = 0;
  expect(bench.sync.downloads.start([sandbox.mainEventId]).ok).toBe(true);
  await bench.runUntil(() => bench.sync.status().downloads === 0, "the download");
  return bench.sync.downloads.statusOf(sandbox.mainEventId);
}

const listed = (bench: Bench): number =>
  bench.stores.registrations
    .countsByRun(sandbox.mainEventId)
    .reduce((sum, { all }) => sum + all, 0);

const digest = (bench: Bench): DigestBody =>
  bench.stores.digests.latest(sandbox.mainEventId)?.body as DigestBody;

const heldNote = ({ notes }: DownloadStatus) => notes.find(({ code }) => code === "sweep-held");

/** The list ends after one page and says that it is complete. */
const brokenOff = (page: ListPage): ListPage => ({ ...page, nextCursor: null });

afterEach(async () => {
  spoil = (page) => page;
  askedLimit = 100;
  isEventSilent = false;
  eventsAsked = 0;
  await closeBenches();
  await sandbox.close();
});

test("D2 pages that are shorter than asked go on while they carry a cursor", async () => {
  const bench = await connected();
  askedLimit = 37;
  expect(await pull(bench)).toMatchObject({ state: "complete", rows: 300 });
  expect(listed(bench)).toBe(300);
});

test("D2 an empty page that carries a cursor goes on: nobody is gone, nobody is new", async () => {
  const bench = await connected();
  await pull(bench);
  spoil = (page, at) => (at === 2 ? { ...page, data: [] } : page);
  // The rows of that page did not arrive, so the counts differ and the whole list is read again.
  expect(await pull(bench)).toMatchObject({ state: "complete" });
  expect(pagesAsked).toBe(6);
  expect(digest(bench)).toMatchObject({ added: 0, gone: 0 });
  expect(listed(bench)).toBe(300);
});

test("D2 a server that names another page for ever ends incomplete after five pages with nothing new", async () => {
  sandbox = await startSandbox({ runners: 300 });
  let pages = 0;
  const endless: Fetch = async (address, init) => {
    const url = new URL(String(address));
    if (url.pathname !== "/registration") return fetch(address, init);
    pages += 1;
    url.searchParams.delete("after");
    const { data } = (await (await fetch(url, init)).json()) as ListPage;
    const [first, ...rest] = data as readonly object[];
    // A row that cannot be read is not new either, on any page after the first.
    const rows = [{ ...first, email: null }, ...rest];
    return Response.json({ data: rows, nextCursor: `page-${pages + 1}` });
  };
  const bench = await openBench({ fetch: endless });
  await bench.sync.connection.save(sandbox.url, sandbox.keys.all);
  await bench.sync.downloads.refreshEvents();
  const after = await pull(bench);
  expect(after).toMatchObject({ state: "incomplete", rows: 99, pages: 6 });
  expect(after.notes.map(({ code }) => code)).toContain("nothing-new");
});

test("D3 a list that breaks off takes nobody away: who is missing stays until a person decides", async () => {
  const bench = await connected();
  await pull(bench);
  await sandbox.faults.set({ omitCounts: true });
  spoil = brokenOff;
  const after = await pull(bench);
  expect(heldNote(after)?.facts).toEqual({ rows: 200, of: 300 });
  expect(listed(bench)).toBe(300);
  expect(digest(bench)).toMatchObject({ added: 0, gone: 0 });
  const { downloads } = bench.sync;
  expect(await downloads.unseen(sandbox.mainEventId, 500)).toHaveLength(200);

  const kept = await downloads.settleUnseen(sandbox.mainEventId, "keep");
  expect(kept.ok && heldNote(kept.value)).toBe(undefined);
  expect(listed(bench)).toBe(300);
  expect(await downloads.settleUnseen(sandbox.mainEventId, "take-off")).toMatchObject({
    error: { code: "wrong-state" },
  });

  // The next complete list has everybody, so no question is asked.
  spoil = (page) => page;
  expect(heldNote(await pull(bench))).toBeUndefined();
  expect(digest(bench)).toMatchObject({ added: 0, gone: 0 });
});

test("D3 a person who has seen the names takes them off the list; one with journal entries is flagged and stays", async () => {
  const bench = await connected();
  await pull(bench);
  await sandbox.faults.set({ omitCounts: true });
  spoil = brokenOff;
  await pull(bench);
  const { downloads } = bench.sync;
  const [one] = await downloads.unseen(sandbox.mainEventId, 1);
  if (one === undefined) throw new Error("Nobody is unseen.");
  bench.db.transaction(() => {
    bench.stores.journal.append({
      kind: "check-in.made",
      payload: {},
      eventId: sandbox.mainEventId,
      subject: one.id,
      ...volunteer,
    });
    bench.stores.runners.refresh(sandbox.mainEventId, one.id);
  });
  const settled = await downloads.settleUnseen(sandbox.mainEventId, "take-off");
  expect(settled.ok && heldNote(settled.value)).toBe(undefined);
  expect(listed(bench)).toBe(100);
  expect(bench.stores.registrations.get(one.id)?.goneAtMs).not.toBeNull();
  expect(digest(bench)).toMatchObject({ added: 0, gone: 200 });
});

test("D3 counts that differ after the second pass hold the sweep, however few are missing", async () => {
  const bench = await connected();
  await pull(bench);
  spoil = (page) => ({ ...page, data: page.data.slice(0, 99) });
  const after = await pull(bench);
  expect(pagesAsked).toBe(6);
  expect(heldNote(after)?.facts).toEqual({ rows: 3, of: 300 });
  expect(after.notes.map(({ code }) => code)).toContain("counts-differ");
  expect(listed(bench)).toBe(300);
});

test("D7 D4 a cancel while the counts are compared leaves the download paused, not complete with counts that differ", async () => {
  const bench = await connected();
  const { downloads } = bench.sync;
  await pull(bench);
  spoil = (page, at) => {
    // Counts that differ are compared again with the event as it is now, which is asked for after the last page.
    if (at === 3) isEventSilent = true;
    return { ...page, data: page.data.slice(0, 99) };
  };
  pagesAsked = 0;
  downloads.start([sandbox.mainEventId]);
  await bench.runUntil(() => eventsAsked > 0, "the question for the event");
  downloads.cancel(sandbox.mainEventId);
  await bench.runUntil(() => bench.sync.status().downloads === 0, "the end");
  const { state, notes } = downloads.statusOf(sandbox.mainEventId);
  expect({ state, code: notes[0]?.code }).toEqual({ state: "paused", code: "cancelled" });
});

test("D3 where the counts agree, a few who are gone are swept at once", async () => {
  const bench = await connected();
  await pull(bench);
  const [gone] = bench.stores.runners.byRowids([1]);
  const registrationId = gone?.runnerId ?? "";
  sandbox.mutate({ kind: "remove-registration", registrationId });
  expect(heldNote(await pull(bench))).toBeUndefined();
  expect(listed(bench)).toBe(299);
});
