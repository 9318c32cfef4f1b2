import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SandboxProcess } from "#test/support/processes/sandbox-client.ts";
import { startSandboxProcess } from "#test/support/processes/sandbox-process.ts";
import type { StationProcess } from "#test/support/processes/station-client.ts";
import { startStationProcess } from "#test/support/processes/station-process.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const commandId = (): string => randomUUID();

const patient = { timeout: 15_000 };

interface SandboxState {
  readonly requests: {
    readonly recent: readonly { readonly path: string; readonly query: string }[];
  };
}

/** Every requested page of the list of registrations, by its cursor. */
async function pagesAsked(sandbox: SandboxProcess): Promise<(string | null)[]> {
  const { data } = (await sandbox.control("/state")) as { readonly data: SandboxState };
  return data.requests.recent
    .filter(({ path }) => path === "/registration")
    .map(({ query }) => new URLSearchParams(query).get("after"));
}

const start = (sandbox: SandboxProcess, dataDir: string): Promise<StationProcess> =>
  startStationProcess(dataDir, ["--api-url", sandbox.url], {
    env: { CHUTE_API_KEY: sandbox.keys["all"] ?? "" },
  });

async function statusOf(station: StationProcess) {
  const [download] = (await station.value("download.status", {})).downloads;
  return download ?? { state: "absent", pages: 0, rows: 0 };
}

test("D1 a station that is killed in a download goes on where it was and takes no page in twice", async () => {
  const sandbox = await startSandboxProcess(["--runners", "2000"]);
  const dataDir = temporaryFolder();
  const first = await start(sandbox, dataDir);
  await first.value("event.refresh", { commandId: commandId() });
  await sandbox.control("/faults", { delayMs: 40 });
  const eventIds = [sandbox.mainEventId];
  await first.value("download.start", { commandId: commandId(), eventIds });
  await expect
    .poll(async () => (await statusOf(first)).pages, { ...patient, interval: 10 })
    .toBeGreaterThan(5);
  first.signal("SIGKILL");
  await first.ended();
  const askedBefore = await pagesAsked(sandbox);
  await sandbox.control("/faults", { delayMs: 0 });

  const second = await start(sandbox, dataDir);
  await expect.poll(async () => (await statusOf(second)).state, patient).toBe("complete");
  expect(await statusOf(second)).toMatchObject({ pages: 20, rows: 2_000 });
  const askedAfter = (await pagesAsked(sandbox)).slice(askedBefore.length);
  // The page that was in flight at the kill is requested again; a page that was saved is not.
  const twice = askedAfter.filter((cursor) => askedBefore.includes(cursor));
  expect(askedBefore.length).toBeGreaterThan(5);
  expect(twice.length).toBeLessThanOrEqual(2);
  expect(new Set([...askedBefore, ...askedAfter]).size).toBe(20);
  expect(askedAfter.length).toBeLessThan(16);
});

test("K1 after a whole day the key is in no file, no answer and no line that was printed", async () => {
  const sandbox = await startSandboxProcess(["--runners", "200"]);
  const dataDir = temporaryFolder();
  const station = await start(sandbox, dataDir);
  const eventId = sandbox.mainEventId;
  await station.value("event.refresh", { commandId: commandId() });
  await station.value("download.start", { commandId: commandId(), eventIds: [eventId] });
  await expect.poll(async () => (await statusOf(station)).state, patient).toBe("complete");
  const { runs } = await station.value("event.get", { eventId });
  const run = runs.find((one) => one.registrationStatus === "open" && !one.isRelay) ?? runs[0];
  await station.value("walkUp.save", {
    commandId: commandId(),
    eventId,
    checkIn: true,
    form: {
      eventRunId: run?.id ?? "",
      email: "zoe@example.org",
      name: "Zoë",
      registrationType: "free",
    },
  });
  await expect
    .poll(async () => (await station.value("sync.status", {})).sentToday, patient)
    .toBe(1);
  await sandbox.control("/faults", {
    rules: [{ kind: "status", status: 401, code: "UNAUTHORIZED" }],
  });
  await station.call("event.refresh", { commandId: commandId() });
  await station.value("backup.make", { commandId: commandId() });
  for (const what of ["check-ins", "walk-ups", "journal"] as const) {
    const order = { commandId: commandId(), eventId, what, format: "json" as const };
    await station.value("export.make", order);
  }
  const { code } = await station.value("pairing.open", { commandId: commandId() });
  const paired = await station.request("/pair", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code, name: "Tablet" }),
  });
  const { value } = (await paired.json()) as {
    readonly value: { readonly token: string; readonly session: string };
  };

  const answers: string[] = [];
  const { value: listed } = (await (await station.request("/rpc")).json()) as {
    readonly value: { readonly procedures: readonly { readonly name: string; kind: string }[] };
  };
  const { entries } = await station.value("outbox.list", { show: "all" });
  const input = { eventId, text: "zoe", form: {}, outboxId: entries[0]?.id ?? "", bib: "1" };
  for (const { name, kind } of listed.procedures) {
    if (kind === "query") answers.push(JSON.stringify(await station.call(name, input)));
  }
  const { stdout, stderr } = await station.stop();
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ name: entry.name, path: join(entry.parentPath, entry.name) }));
  expect(files.length).toBeGreaterThan(5);
  const secrets = { key: sandbox.keys["all"] ?? "", device: value.token, session: value.session };
  for (const secret of Object.values(secrets)) {
    expect(secret.length).toBeGreaterThan(15);
    expect(stdout + stderr).not.toContain(secret);
    for (const answer of answers) expect(answer).not.toContain(secret);
    for (const { name, path } of files) {
      expect(readFileSync(path, "latin1").includes(secret), name).toBe(false);
    }
  }
  // The owner's session for scripts is printed once and stored nowhere.
  const holders = files.filter(({ path }) =>
    readFileSync(path, "latin1").includes(station.scriptSession),
  );
  expect(holders).toEqual([]);
  expect(stderr).not.toContain(station.scriptSession);
});
