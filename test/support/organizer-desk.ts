import { onTestFinished } from "vitest";
import type { Fetch } from "#core/ports.ts";
import type { Sandbox, SandboxOptions } from "#sandbox/sandbox.ts";
import { startSandbox } from "#sandbox/sandbox.ts";
import type { KeyName } from "#sandbox/http/key-scopes.ts";
import type { DownloadStatus } from "#shared/contract/events.ts";
import { createManualClock } from "./clock.ts";
import { countFlights } from "./sync-bench.ts";
import type { TestCore, TestCoreOptions } from "./test-core.ts";
import { newCommandId, openTestCore } from "./test-core.ts";

/** A complete desk with real SQLite, connected to a sandbox over real HTTP. */
export interface OrganizerDesk extends TestCore {
  readonly sandbox: Sandbox;
  /** Addresses and headers of all requests, oldest first. */
  readonly asked: { readonly url: URL; readonly headers: Headers }[];
  /** Waits until `holds` is true. Moves the desk's clock only while no request is in flight. */
  until(holds: () => boolean | Promise<boolean>, what: string): Promise<void>;
  /** The id of an event, by its slug in the sandbox. */
  eventIdOf(slug: string): Promise<string>;
  download(eventId: string): Promise<DownloadStatus>;
  runIdOf(eventId: string, label: string): Promise<string>;
  /** Closes the desk and opens the same folder again. */
  reopenDesk(): Promise<OrganizerDesk>;
}

export interface OrganizerDeskOptions {
  readonly key?: KeyName;
  readonly sandbox?: SandboxOptions;
  readonly core?: TestCoreOptions;
  readonly fetch?: Fetch;
  /** A sandbox that is already running, for another computer of the same organizer. */
  readonly at?: Sandbox;
}

export async function openOrganizerDesk(
  options: OrganizerDeskOptions = {},
): Promise<OrganizerDesk> {
  const sandbox = options.at ?? (await startHere(options.sandbox));
  const desk = await openOn(sandbox, options);
  await desk.value("connection.save", {
    commandId: newCommandId(),
    baseUrl: sandbox.url,
    apiKey: sandbox.keys[options.key ?? "all"],
  });
  await desk.value("event.refresh", { commandId: newCommandId() });
  await desk.until(
    () => desk.invalidations.some(({ topic }) => topic === "collections"),
    "the list of collections",
  );
  return desk;
}

/**
 * Asks with the first key, and gives the desk the key of another organization before the answer for `path` arrives.
 * `arrive` lets it arrive, and waits for the reply to the command.
 */
export async function answerAfterOtherKey(
  path: string,
  command: "collection.refresh" | "event.refresh",
) {
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  const desk = await openOrganizerDesk({
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (isHeld && new URL(String(input)).pathname === path) await held.promise;
      return response;
    },
  });
  isHeld = true;
  const asked = desk.call(command, { commandId: newCommandId() });
  const { url: baseUrl, keys } = desk.sandbox;
  const apiKey = keys.otherOrganization;
  await desk.value("connection.save", { commandId: newCommandId(), baseUrl, apiKey });
  const arrive = async (): Promise<void> => {
    held.resolve();
    await asked;
  };
  return { desk, arrive };
}

async function startHere(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ runners: 60, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

async function openOn(
  sandbox: Sandbox,
  { core = {}, fetch: inner = fetch }: OrganizerDeskOptions,
): Promise<OrganizerDesk> {
  const asked: OrganizerDesk["asked"] = [];
  const { counted, inFlight } = countFlights((input, init) => {
    asked.push({ url: new URL(String(input)), headers: new Headers(init?.headers) });
    return inner(input, init);
  });
  const clock = core.clock ?? createManualClock(Date.now());
  const opened = await openTestCore({ ...core, clock, ports: { ...core.ports, fetch: counted } });

  const until: OrganizerDesk["until"] = async (holds, what) => {
    const startedAt = performance.now();
    let idle = 0;
    while (!(await holds())) {
      if (performance.now() - startedAt > 10_000) throw new Error(`Waited in vain for ${what}`);
      await new Promise((resolve) => setImmediate(resolve));
      idle = inFlight() > 0 ? 0 : idle + 1;
      const waitMs = clock.untilNextMs();
      if (idle > 20 && waitMs !== null) await clock.advance(Math.min(waitMs, 500));
    }
  };

  return {
    ...opened,
    sandbox,
    asked,
    until,
    async eventIdOf(slug) {
      const found = await fetch(`${sandbox.url}/events?limit=100`, {
        headers: { Authorization: `Bearer ${sandbox.keys.all}` },
      });
      const { data } = (await found.json()) as { data: { _id: string; slug: string }[] };
      const event = data.find((each) => each.slug === slug);
      if (event === undefined) throw new Error(`No event ${slug}`);
      return event._id;
    },
    async download(eventId) {
      const before = clock.now();
      await clock.advance(1);
      await opened.value("download.start", { commandId: newCommandId(), eventIds: [eventId] });
      let status: DownloadStatus | undefined;
      await until(async () => {
        [status] = (await opened.value("download.status", { eventId })).downloads;
        const { downloads } = await opened.value("sync.status", {});
        return downloads === 0 && (status?.completedAtMs ?? 0) > before;
      }, `the download of ${eventId}`);
      if (status === undefined) throw new Error("No download");
      return status;
    },
    async runIdOf(eventId, label) {
      const { runs } = await opened.value("event.get", { eventId });
      const run = runs.find((each) => each.label === label);
      if (run === undefined) throw new Error(`No run ${label}`);
      return run.id;
    },
    async reopenDesk() {
      await opened.core.close();
      const { dataDir, ports } = opened;
      const { fetch: _fetch, ...kept } = ports;
      return openOn(sandbox, { core: { ...core, clock, dataDir, ports: kept }, fetch: inner });
    },
  };
}
