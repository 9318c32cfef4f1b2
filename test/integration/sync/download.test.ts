import { afterEach, describe, expect, test } from "vitest";
import type { Sandbox, SandboxOptions } from "#sandbox/sandbox.ts";
import { startSandbox } from "#sandbox/sandbox.ts";
import type { DownloadStatus } from "#shared/contract/events.ts";
import type { DigestBody } from "#core/sync/download/digest.ts";
import {
  createSecrets,
  closeBenches,
  crash,
  openBench,
  volunteer,
} from "../../support/sync-bench.ts";
import type { Bench } from "../../support/sync-bench.ts";

let sandbox: Sandbox;

async function connected(options: SandboxOptions = {}, fetcher?: typeof fetch): Promise<Bench> {
  sandbox = await startSandbox({ runners: 1_250, ...options });
  const bench = await openBench(fetcher === undefined ? {} : { fetch: fetcher });
  expect((await bench.sync.connection.save(sandbox.url, sandbox.keys.all)).ok).toBe(true);
  expect((await bench.sync.downloads.refreshEvents()).ok).toBe(true);
  return bench;
}

const status = (bench: Bench): DownloadStatus => bench.sync.downloads.statusOf(sandbox.mainEventId);

async function pull(bench: Bench): Promise<DownloadStatus> {
  expect(bench.sync.downloads.start([sandbox.mainEventId]).ok).toBe(true);
  await bench.runUntil(() => bench.sync.status().downloads === 0, "the download");
  return status(bench);
}

const codes = ({ notes }: DownloadStatus): string[] => notes.map(({ code }) => code);

const listed = (bench: Bench): number =>
  bench.stores.registrations
    .countsByRun(sandbox.mainEventId)
    .reduce((sum, { all }) => sum + all, 0);

const pagesAsked = (): number =>
  sandbox.readState().requests.byRoute["GET /registration"]?.["200"] ?? 0;

const lastDigest = (bench: Bench): DigestBody =>
  bench.stores.digests.latest(sandbox.mainEventId)?.body as DigestBody;

const anyId = (bench: Bench): string => {
  const run = bench.stores.runs.ofEvent(sandbox.mainEventId)[0];
  const [runner] = bench.stores.runners.byRowids(
    Array.from({ length: 50 }, (_each, index) => index + 1),
  );
  if (runner === undefined || run === undefined) throw new Error("nobody");
  return runner.runnerId;
};

afterEach(async () => {
  await closeBenches();
  await sandbox.close();
});

describe("D the download", () => {
  test("D1 pages of 100, one after the other, to a complete copy whose counts agree", async () => {
    const bench = await connected();
    const after = await pull(bench);
    expect(after).toMatchObject({ state: "complete", rows: 1_250, pages: 13 });
    expect(codes(after)).not.toContain("counts-differ");
    expect(listed(bench)).toBe(1_250);
    expect(pagesAsked()).toBe(13);
    const asked = sandbox
      .readState()
      .requests.recent.filter(({ path }) => path.startsWith("/registration"));
    expect(asked.length).toBeGreaterThan(0);
  });

  test("D1 a crash in the middle resumes at its cursor; no page is taken in twice", async () => {
    const bench = await connected();
    await sandbox.faults.set({ delayMs: 5 });
    bench.sync.downloads.start([sandbox.mainEventId]);
    await bench.runUntil(() => status(bench).pages >= 5);
    const { pages } = status(bench);
    crash(bench);
    const askedBefore = pagesAsked();
    await sandbox.faults.clear();
    const again = await openBench({
      folder: bench.folder,
      secrets: bench.secrets,
      clock: bench.clock,
      seed: 5,
    });
    await again.runUntil(() => again.sync.status().downloads === 0);
    expect(status(again)).toMatchObject({ state: "complete", rows: 1_250, pages: 13 });
    expect(pagesAsked() - askedBefore).toBeLessThanOrEqual(13 - pages + 1);
    expect(listed(again)).toBe(1_250);
  });

  test("D1 cancelled it stops where it is; started again it takes in no page twice", async () => {
    const bench = await connected();
    await sandbox.faults.set({ delayMs: 5 });
    bench.sync.downloads.start([sandbox.mainEventId]);
    await bench.runUntil(() => status(bench).pages >= 3);
    bench.sync.downloads.cancel(sandbox.mainEventId);
    await bench.runUntil(() => bench.sync.status().downloads === 0);
    expect(status(bench)).toMatchObject({ state: "paused" });
    expect(codes(status(bench))).toContain("cancelled");
    expect(status(bench).pages).toBeLessThan(13);
    expect(await pull(bench)).toMatchObject({ state: "complete", rows: 1_250, pages: 13 });
    // The request that the cancel ended is sent again.
    expect(pagesAsked()).toBeLessThanOrEqual(13 + 1);
  });

  test("D1 a pass that was cancelled on another day begins again, because its first pages are old", async () => {
    const bench = await connected();
    await sandbox.faults.set({ delayMs: 5, omitCounts: true });
    bench.sync.downloads.start([sandbox.mainEventId]);
    await bench.runUntil(() => status(bench).pages >= 3);
    bench.sync.downloads.cancel(sandbox.mainEventId);
    await bench.runUntil(() => bench.sync.status().downloads === 0);
    const [first] = bench.stores.runners.byRowids([1]);
    const registrationId = first?.registrationId ?? "";
    sandbox.mutate({ kind: "set-status", registrationId, status: "cancelled" });
    bench.clock.jump(2 * 24 * 3_600_000);
    expect((await pull(bench)).state).toBe("complete");
    expect(bench.stores.registrations.get(registrationId)?.status).toBe("cancelled");
  });

  test.each(["body.nextCursor", "pagination.next", "meta.next_cursor", "link"] as const)(
    "D2 the cursor is found at %s and the place remembered",
    async (cursorPlace) => {
      const bench = await connected({ runners: 350, cursorPlace });
      expect(await pull(bench)).toMatchObject({ state: "complete", rows: 350 });
      expect(bench.stores.downloads.get(sandbox.mainEventId, "registrations")?.cursorPlace).toBe(
        cursorPlace,
      );
    },
  );

  test("D2 no cursor anywhere: incomplete, visibly, and nothing is swept", async () => {
    const bench = await connected({ runners: 350, cursorPlace: "nowhere" });
    const after = await pull(bench);
    expect(after).toMatchObject({ state: "incomplete", rows: 100, completedAtMs: null });
    expect(codes(after)).toContain("no-cursor");
  });

  test("D2 a repeated cursor: incomplete", async () => {
    const bench = await connected({ runners: 650 });
    bench.sync.downloads.start([sandbox.mainEventId]);
    await bench.runUntil(() => status(bench).pages >= 1);
    await sandbox.faults.set({ rules: [{ kind: "repeated-cursor", path: "/registration" }] });
    await bench.runUntil(() => bench.sync.status().downloads === 0);
    expect(status(bench).state).toBe("incomplete");
    expect(["repeated-cursor", "nothing-new"]).toContain(codes(status(bench))[0]);
  });

  test("D2 a refused cursor restarts the pass", async () => {
    const bench = await connected({ runners: 650 });
    await sandbox.faults.set({ rules: [{ kind: "cursor-expired", times: 1 }] });
    expect(await pull(bench)).toMatchObject({ state: "complete", rows: 650 });
  });

  test("D2 a cursor that is always refused ends incomplete, not in a circle", async () => {
    const bench = await connected({ runners: 650 });
    await sandbox.faults.set({ rules: [{ kind: "cursor-expired" }] });
    expect((await pull(bench)).state).toBe("incomplete");
  });

  test("D3 rows are swept after a complete pass; one with local facts is flagged and stays", async () => {
    const bench = await connected({ runners: 250 });
    await pull(bench);
    const [first, second] = bench.stores.runners.byRowids([1, 2]);
    if (first === undefined || second === undefined) throw new Error("nobody");
    bench.db.transaction(() => {
      bench.stores.journal.append({
        kind: "check-in.made",
        payload: {},
        eventId: sandbox.mainEventId,
        subject: first.runnerId,
        ...volunteer,
      });
      bench.stores.runners.refresh(sandbox.mainEventId, first.runnerId);
    });
    sandbox.mutate({ kind: "remove-registration", registrationId: first.runnerId });
    sandbox.mutate({ kind: "remove-registration", registrationId: second.runnerId });
    expect((await pull(bench)).state).toBe("complete");
    expect(bench.stores.registrations.get(first.runnerId)?.goneAtMs).not.toBeNull();
    expect(bench.stores.registrations.get(second.runnerId)).toBeNull();
    expect(lastDigest(bench)).toMatchObject({ added: 0, gone: 2 });
  });

  test("D3 an incomplete pass sweeps nothing", async () => {
    const bench = await connected({ runners: 350 });
    await pull(bench);
    sandbox.mutate({ kind: "remove-registration", registrationId: anyId(bench) });
    await sandbox.faults.set({ rules: [{ kind: "repeated-cursor", path: "/registration" }] });
    expect((await pull(bench)).state).toBe("incomplete");
    expect(listed(bench)).toBe(350);
  });

  test("D4 counts that differ cause one more pass, then a note by run", async () => {
    const bench = await connected({ runners: 250 });
    await sandbox.faults.set({ countOffset: 7 });
    const after = await pull(bench);
    expect(after.state).toBe("complete");
    expect(after.notes.find(({ code }) => code === "counts-differ")?.facts).toHaveProperty(
      "expected",
    );
    expect(pagesAsked()).toBe(6);
  });

  test("D4 absent counts read 'cannot compare' and are no fault", async () => {
    const bench = await connected({ runners: 250 });
    await sandbox.faults.set({ omitCounts: true });
    const after = await pull(bench);
    expect(after).toMatchObject({ state: "complete", expectedRows: null });
    expect(codes(after)).toContain("cannot-compare");
    expect(pagesAsked()).toBe(3);
  });

  test("D5 the digest counts new, changed by field and gone, and names who was cancelled after check-in", async () => {
    const bench = await connected({ runners: 250 });
    await pull(bench);
    expect(lastDigest(bench)).toMatchObject({ added: 250, changed: 0, gone: 0 });
    const runner = bench.stores.runners
      .byRowids(Array.from({ length: 50 }, (_each, index) => index + 1))
      .find(({ standing }) => standing === "confirmed");
    if (runner === undefined) throw new Error("nobody");
    bench.db.transaction(() => {
      const subject = runner.runnerId;
      const fact = { eventId: sandbox.mainEventId, subject, ...volunteer };
      bench.stores.journal.append({ kind: "check-in.made", payload: {}, ...fact });
      bench.stores.journal.append({
        kind: "bib.given",
        payload: { bib: "X99", previousBib: runner.bib },
        ...fact,
      });
      bench.stores.runners.refresh(sandbox.mainEventId, subject);
    });
    sandbox.mutate({ kind: "set-status", registrationId: runner.runnerId, status: "cancelled" });
    await pull(bench);
    expect(lastDigest(bench)).toMatchObject({
      added: 0,
      changed: 1,
      gone: 0,
      changedFields: { registrationStatus: 1 },
    });
    expect(bench.stores.runCounts.differingBibs(sandbox.mainEventId)).toBe(1);
    const [attention] = bench.stores.digests.attention(sandbox.mainEventId);
    expect(attention).toMatchObject({
      runnerId: runner.runnerId,
      status: "cancelled",
      acknowledged: false,
    });
    expect(bench.stores.runners.get(sandbox.mainEventId, runner.runnerId)?.bib).toBe("X99");
  });

  test("D6 unknown fields are kept, unknown words count as not confirmed, a malformed row is set aside", async () => {
    const bench = await connected({ runners: 250 });
    await pull(bench);
    const [odd, broken] = bench.stores.runners.byRowids([1, 2]);
    if (odd === undefined || broken === undefined) throw new Error("nobody");
    const raw = {
      _id: odd.runnerId,
      eventId: sandbox.mainEventId,
      eventRunId: odd.runId,
      email: "odd@example.org",
      registrationType: "voucher",
      registrationStatus: "on hold",
      shirt: { size: "L" },
    };
    sandbox.mutate({ kind: "send-raw", registrationId: odd.runnerId, raw });
    sandbox.mutate({
      kind: "send-raw",
      registrationId: broken.runnerId,
      raw: { _id: broken.runnerId },
    });
    const after = await pull(bench);
    expect(codes(after)).toContain("malformed-rows");
    expect(bench.stores.registrations.get(odd.runnerId)).toMatchObject({
      status: "on hold",
      extra: JSON.stringify({ shirt: { size: "L" } }),
    });
    expect(bench.stores.runners.get(sandbox.mainEventId, odd.runnerId)?.standing).toBe("other");
    const [aside] = bench.stores.malformed.list(sandbox.mainEventId, "registrations", 10);
    expect(aside?.raw).toContain(broken.runnerId);
    expect(aside?.issue).toContain("email");
  });

  test("D7 one event that cannot be read does not stop another, nor the outbox", async () => {
    const bench = await connected({ runners: 250 });
    const other = bench.stores.events.list({}).find(({ id }) => id !== sandbox.mainEventId);
    if (other === undefined) throw new Error("no other event");
    await sandbox.faults.set({
      rules: [{ kind: "status", status: 404, code: "NOT_FOUND", path: `/events/${other.id}` }],
    });
    bench.sync.downloads.start([other.id, sandbox.mainEventId]);
    await bench.runUntil(() => bench.sync.status().downloads === 0);
    expect(status(bench).state).toBe("complete");
    expect(bench.sync.downloads.statusOf(other.id)).toMatchObject({ state: "paused" });
    expect(codes(bench.sync.downloads.statusOf(other.id))).toContain("not-found");
  });

  test("D7 a lost line is waited out; the download goes on where it was", async () => {
    const bench = await connected();
    await sandbox.faults.set({ delayMs: 5 });
    bench.sync.downloads.start([sandbox.mainEventId]);
    await bench.runUntil(() => status(bench).pages >= 4);
    await sandbox.faults.set({ offline: true });
    await bench.runUntil(() => codes(status(bench)).includes("offline"));
    expect(status(bench).state).toBe("downloading");
    await sandbox.faults.set({ offline: false });
    await bench.runUntil(() => status(bench).state === "complete");
    expect(status(bench).rows).toBe(1_250);
    expect(pagesAsked()).toBe(13);
  });

  test("D7 events are listed though the series cannot be", async () => {
    const bench = await connected({ runners: 50 });
    await sandbox.faults.set({ rules: [{ kind: "status", status: 500, path: "/series" }] });
    expect(await bench.sync.downloads.refreshEvents()).toMatchObject({
      value: { complete: false },
    });
  });

  test("D8 the time zone is the event's, else its series', else a person is asked", async () => {
    const bench = await connected({ runners: 50 });
    await pull(bench);
    const event = bench.stores.events.get(sandbox.mainEventId);
    if (event === null) throw new Error("no event");
    const known =
      event.timeZone ??
      (event.seriesId === null ? null : bench.stores.series.get(event.seriesId)?.timeZone);
    expect(codes(status(bench)).includes("time-zone-unknown")).toBe(
      known === null || known === undefined,
    );
    bench.db.transaction(() =>
      bench.stores.events.upsertDetail({ ...event, timeZone: null, seriesId: null }, 1),
    );
    expect(codes(status(bench))).toContain("time-zone-unknown");
    bench.db.transaction(() => bench.stores.events.setAskedTimeZone(event.id, "Europe/Dublin"));
    expect(codes(status(bench))).not.toContain("time-zone-unknown");
  });

  test("D1 progress is honest: nothing is promised before two pages, and nothing after the end", async () => {
    const bench = await connected();
    await sandbox.faults.set({ delayMs: 3 });
    const seen: DownloadStatus[] = [];
    bench.sync.downloads.start([sandbox.mainEventId]);
    await bench.runUntil(() => {
      seen.push(status(bench));
      return bench.sync.status().downloads === 0;
    });
    expect(
      seen.filter(({ pages }) => pages < 2).every(({ remainingMs }) => remainingMs === null),
    ).toBe(true);
    expect(seen.some(({ remainingMs }) => remainingMs !== null)).toBe(true);
    expect(status(bench).remainingMs).toBeNull();
  });

  test("D1 no end is promised while the connection is lost, and afterwards it is promised again, without the lost time", async () => {
    const bench = await connected();
    await sandbox.faults.set({ delayMs: 5 });
    bench.sync.downloads.start([sandbox.mainEventId]);
    await bench.runUntil(() => status(bench).remainingMs !== null);
    await sandbox.faults.set({ offline: true });
    await bench.runUntil(() => codes(status(bench)).includes("offline"));
    expect(status(bench)).toMatchObject({ state: "downloading", remainingMs: null });
    await bench.clock.advance(600_000);
    await sandbox.faults.set({ offline: false, delayMs: 5 });
    await bench.runUntil(() => codes(status(bench)).length === 0);
    const { pages } = status(bench);
    await bench.runUntil(() => status(bench).pages > pages + 1);
    expect(status(bench).remainingMs).not.toBeNull();
    expect(status(bench).remainingMs).toBeLessThan(60_000);
  });

  test("D7 an event that nobody knows is not found, and nothing works without a connection", async () => {
    const bench = await connected({ runners: 50 });
    expect(bench.sync.downloads.start(["nothing"])).toMatchObject({ error: { code: "not-found" } });
    const alone = await openBench({ secrets: createSecrets() });
    expect(alone.sync.downloads.start(["nothing"])).toMatchObject({
      error: { code: "not-connected" },
    });
    expect(await alone.sync.downloads.refreshEvents()).toMatchObject({
      error: { code: "not-connected" },
    });
  });
});
