import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "#shared/contract/settings.ts";
import type { Failure, Result } from "#shared/result.ts";
import { ok } from "#shared/result.ts";
import type { ChangeFeed } from "./change-feed.ts";
import type { JournalMirror } from "./db/journal-mirror/journal-mirror.ts";
import { createJournalMirror } from "./db/journal-mirror/journal-mirror.ts";
import { watchClonedFolder } from "./db/open/cloned-folder-detection.ts";
import type { JournalSigner } from "./db/journal/journal-signer.ts";
import { openSigner } from "./db/journal/journal-signer.ts";
import { makeFolder } from "./db/files/files.ts";
import type { OpenedDatabase, OpenError } from "./db/open/open.ts";
import { noteDamage, openWorkspaceDatabase } from "./db/open/open.ts";
import { rebuildProjectionsIfNeeded } from "./db/damage/rebuild-projections.ts";
import { createSearch } from "./db/search/search.ts";
import { keepSearchIndexed } from "./db/search/search-upkeep.ts";
import type { Stores } from "./db/stores.ts";
import { createStores } from "./db/stores.ts";
import type { WorkspaceFiles } from "./db/open/workspace-files.ts";
import { journalAside } from "./db/open/workspace-files.ts";
import { fileOf, practiceUnavailable } from "./practice-failure.ts";
import { mirrorFolderOf } from "./services/journal/journal-mirror.ts";
import type { DeskContext } from "./services/context.ts";
import type { DeskHandlers } from "./services/services.ts";
import { createDesk } from "./services/services.ts";
import type { DesksService } from "./services/desks/desks.ts";
import { createDesksService } from "./services/desks/desks.ts";
import { hubDevicesOf, senderOf } from "./services/desks/desks-role.ts";
import { rosterAddress } from "./services/desks/roster-connection.ts";
import { createRehearsal } from "./services/rehearsal/rehearsal.ts";
import { createCommandLog, deleteOldReplies } from "./services/command-log.ts";
import { salvage } from "./services/journal/import-damaged-journal.ts";
import type { Safekeeping } from "./services/journal/safekeeping.ts";
import { createSafekeeping } from "./services/journal/safekeeping.ts";
import { createDeskSettings } from "./services/settings/settings.ts";
import { noteWipe } from "./services/settings/wipe-look.ts";
import type { DeviceAccess } from "./device-pairing.ts";
import type { Fetch, Logger, Ports, PracticeServer, Secrets } from "./ports.ts";
import type { Problem } from "./problem-log.ts";
import type { ReadPace } from "./read-pace.ts";
import { createSync } from "./sync/sync.ts";

export type WorkspaceMode = "live" | "practice";

/** Everything that is open in a folder: live or practice, never both at a time (K3). */
export interface Workspace {
  readonly context: DeskContext;
  readonly handlers: DeskHandlers;
  readonly desks: DesksService;
  /** Further calls have no effect. */
  close(): Promise<void>;
}

export type OpenFailure = Failure<OpenError | "practice-unavailable">;

interface OpenOptions {
  /** Empties the practice folder first. Has no effect on live. */
  readonly fresh?: boolean;
  /** The desk's settings, which a new practice folder starts with. */
  readonly desk?: Settings;
}

export interface WorkspacesOptions {
  readonly ports: Ports;
  readonly dataDir: string;
  readonly host: "desktop" | "station";
  readonly version: string;
  readonly onDamaged?: "restore-backup" | "start-empty" | undefined;
  readonly mirrorFolder?: string | undefined;
  readonly feed: ChangeFeed;
  readonly access: DeviceAccess;
  /** Devices that read more people than a desk needs. */
  readonly slowed: ReadPace["slowed"];
  readonly problems: () => Problem[];
}

export function createWorkspaces(options: WorkspacesOptions) {
  const { ports, dataDir } = options;
  const folderOf = (mode: WorkspaceMode): string => join(dataDir, mode);

  const openLive = async (): Promise<Result<Workspace, OpenFailure>> => {
    const opened = await openWorkspace(options, { mode: "live", folder: folderOf("live"), ports });
    if (opened.ok) noteWipe(opened.value.context, dataDir, folderOf("live"));
    return opened;
  };

  const openPractice = async (how: OpenOptions): Promise<Result<Workspace, OpenFailure>> => {
    const { startPractice } = ports;
    if (startPractice === undefined) return practiceUnavailable("no-sandbox");
    const folder = folderOf("practice");
    let server: PracticeServer | null = null;
    try {
      if (how.fresh === true) rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      server = await startPractice(folder, how.fresh ?? false);
      if (server.repaired) ports.logger.log("warn", "practice.sandbox-repaired", server.repaired);
      return await openPracticeFolder(options, folder, server, how);
    } catch (error) {
      ports.logger.log("error", "practice.sandbox-failed", { error });
      await server?.close();
      return practiceUnavailable("sandbox-failed", fileOf(error));
    }
  };

  return {
    canPractise: ports.startPractice !== undefined,
    open: (mode: WorkspaceMode, how: OpenOptions = {}): Promise<Result<Workspace, OpenFailure>> =>
      mode === "live" ? openLive() : openPractice(how),
  };
}

export type Workspaces = ReturnType<typeof createWorkspaces>;

/** The sandbox's key is created for each run and protects nothing, so it never gets into the key store. */
export function memorySecrets(): Secrets {
  const kept = new Map<string, string>();
  return {
    kind: "memory",
    read: async (name) => kept.get(name) ?? null,
    write: async (name, value) => void kept.set(name, value),
    remove: async (name) => void kept.delete(name),
  };
}

/** Opens the practice folder with its race; closes everything that it opened if the race is not there. */
async function openPracticeFolder(
  options: WorkspacesOptions,
  folder: string,
  server: PracticeServer,
  how: OpenOptions,
): Promise<Result<Workspace, OpenFailure>> {
  const ports = { ...options.ports, secrets: memorySecrets() };
  const opened = await openWorkspace(options, { mode: "practice", folder, ports, server });
  if (!opened.ok) {
    await server.close();
    return opened;
  }
  const prepared = await tryToPrepareRace(opened.value, server, how);
  if (prepared.ok) return opened;
  await opened.value.close();
  return prepared;
}

const holdsRace = ({ settings, stores }: DeskContext): boolean => {
  const current = settings.currentEventId();
  return current !== null && stores.events.get(current) !== null;
};

/** Practice that already holds its race opens also if the disk refuses to store the new address and key. */
async function tryToPrepareRace(
  workspace: Workspace,
  server: PracticeServer,
  how: OpenOptions,
): Promise<Result<null, Failure<"practice-unavailable">>> {
  const { context } = workspace;
  try {
    return await prepareRace(workspace, server, how);
  } catch (error) {
    context.ports.logger.log("error", "practice.race-not-prepared", { error });
    return holdsRace(context) ? ok(null) : practiceUnavailable("not-saved");
  }
}

/** Connects to the sandbox, downloads its event and opens it. */
async function prepareRace(
  { context }: Workspace,
  server: PracticeServer,
  { desk }: OpenOptions,
): Promise<Result<null, Failure<"practice-unavailable">>> {
  const { sync, stores, db, settings } = context;
  const connected = await sync.connection.save(server.baseUrl, server.apiKey);
  if (!connected.ok) return practiceUnavailable(connected.error.code);
  const listed = await sync.downloads.refreshEvents();
  if (!listed.ok) return practiceUnavailable(listed.error.code);
  if (sync.downloads.statusOf(server.eventId).state !== "complete") {
    sync.downloads.start([server.eventId]);
  }
  db.transaction(() => {
    if (desk !== undefined && Object.keys(stores.settings.all()).length === 0) settings.put(desk);
    if (!holdsRace(context)) settings.setCurrentEventId(server.eventId);
  });
  return ok(null);
}

/** Mirrors the journal of a damaged database to a folder below `set-aside`, unless a person chose a folder (J9). */
function mirrorJournalAside(mirror: JournalMirror, files: WorkspaceFiles): void {
  if (mirror.state().folder !== null) return;
  makeFolder(journalAside(files));
  mirror.use(journalAside(files));
}

/** Reports journal entries of this computer that only the mirror has, until they are imported. */
function reportMissing(mirror: JournalMirror, safekeeping: Safekeeping): void {
  const { missing } = mirror.state();
  if (missing > 0) safekeeping.find({ code: "journal-short", facts: { missing } });
  else safekeeping.settle("journal-short");
}

interface WorkspacePlace {
  readonly mode: WorkspaceMode;
  readonly folder: string;
  readonly ports: Ports;
  readonly server?: PracticeServer;
}

/**
 * The log tells when a database or its WAL was set aside, and why (S4). A start that fails has told the person already, so
 * its line has a level that the station does not print.
 */
function logDamage(opened: Result<OpenedDatabase, Failure<OpenError>>, logger: Logger): void {
  if (!opened.ok && opened.error.code !== "database-damaged") return;
  const found = opened.ok
    ? opened.value.findings
    : [{ code: opened.error.code, facts: opened.error.details ?? {} }];
  for (const { code, facts } of found) {
    logger.log(opened.ok ? "warn" : "info", "database.damage-found", {
      code,
      why: facts["reason"],
    });
  }
}

/** Some damage is found only when the first rows are read. Then a second opening moves the database aside (S4). */
async function openWorkspace(
  options: WorkspacesOptions,
  place: WorkspacePlace,
): Promise<Result<Workspace, OpenFailure>> {
  const { folder, ports } = place;
  for (let isRetry = false; ; isRetry = true) {
    const opened = openWorkspaceDatabase({
      folder,
      clock: ports.clock,
      onDamaged: options.onDamaged,
    });
    logDamage(opened, ports.logger);
    if (!opened.ok) return opened;
    try {
      return ok(await assemble(options, place, opened.value));
    } catch (error) {
      opened.value.db.close();
      if (isRetry || !noteDamage(opened.value, error, ports.clock)) throw error;
      ports.logger.log("error", "workspace.damaged", { error });
    }
  }
}

function openMirror(context: DeskContext, home: string, safekeeping: Safekeeping) {
  const { db, stores, ports, feed } = context;
  let known: JournalSigner | null = null;
  const signer = (): JournalSigner => (known ??= openSigner(db, stores.meta));
  const mirror = createJournalMirror({
    db,
    device: stores.journal.device,
    signer,
    home,
    clock: ports.clock,
    logger: ports.logger,
    onChange: () => {
      reportMissing(mirror, safekeeping);
      feed.publish("backups");
    },
  });
  return { mirror, signer };
}

const aboutOf = (
  { version, host, dataDir }: WorkspacesOptions,
  { db }: OpenedDatabase,
  { journal }: Stores,
) => ({
  version,
  host,
  sqliteVersion: db.sqliteVersion,
  nodeVersion: process.versions.node,
  electronVersion: process.versions["electron"] ?? null,
  chromiumVersion: process.versions["chrome"] ?? null,
  dataDir,
  deviceId: journal.device,
});

/** A full desk asks its hub for what the partner API would answer (M8). */
const fetchFromHub =
  (fetch: Fetch, desks: () => DesksService | null): Fetch =>
  (input, init) => {
    const hub = desks()?.hubClient() ?? null;
    const address = String(input);
    return hub !== null && address.startsWith(rosterAddress(hub.address))
      ? hub.client.request(address.slice(hub.address.length), {
          ...init,
          timeoutMs: rosterTimeoutMs,
        })
      : fetch(input, init);
  };

const rosterTimeoutMs = 20_000;

async function assemble(
  options: WorkspacesOptions,
  { mode, ports: hostPorts, server }: WorkspacePlace,
  opened: OpenedDatabase,
): Promise<Workspace> {
  const { feed, access, slowed, host, dataDir, problems } = options;
  const { db, files } = opened;
  let desks: DesksService | null = null;
  const stores = createStores(db, hostPorts);
  rebuildProjectionsIfNeeded(db, stores, hostPorts.logger);
  const findings = await salvage(opened.findings, files, { db, stores, ports: hostPorts });
  const settings = createDeskSettings(stores.settings);
  const safekeeping = createSafekeeping({
    db,
    files,
    ports: hostPorts,
    findings,
    onDamaged: () => mirrorJournalAside(mirror, files),
    onChange: (what) => feed.publish(what === "backups" ? "backups" : "settings"),
  });
  const { random, logger, computer } = hostPorts;
  const clonedFolder = watchClonedFolder({
    db,
    meta: stores.meta,
    files,
    random,
    logger,
    computer,
  });
  const ports = { ...hostPorts, fetch: fetchFromHub(hostPorts.fetch, () => desks) };
  const sync = createSync({
    ports,
    clonedFolder,
    holdsCopies: mode === "live",
    db,
    stores,
    invalidate: (topic, eventId) => feed.publish(topic, eventId),
    indexSome: (limit) => upkeep.indexSome(limit),
    waitForCheckpoint: () => safekeeping.waitForCheckpoint(),
    author: () => ({ operator: "", desk: settings.get().desk }),
    maySend: () => senderOf(stores).who === "this",
    hubDevices: () => hubDevicesOf(stores),
  });
  const search = createSearch(db);
  const commands = createCommandLog(db, stores.commands, ports.clock);
  const context: DeskContext = { mode, ports, db, stores, search, sync, feed, settings, commands };
  const { mirror, signer } = openMirror(context, files.folder, safekeeping);
  const rehearsal = createRehearsal(context, server?.control);
  desks = createDesksService(context, { access, signer, version: options.version });
  const handlers = createDesk({
    context,
    access,
    desks,
    slowed,
    safekeeping,
    journalMirror: { mirror, signer, dataDir, atStart: options.mirrorFolder },
    rehearsal,
    host,
    problems,
    about: () => ({
      ...aboutOf(options, opened, stores),
      findings: safekeeping.findings(),
    }),
  });
  const upkeep = keepSearchIndexed({ db, clock: hostPorts.clock });
  let closed: Promise<void> | null = null;
  const parts = [rehearsal, desks, sync, upkeep, safekeeping, mirror, clonedFolder];

  try {
    await sync.open();
    deleteOldReplies(db, stores.commands, logger);
    safekeeping.start();
    // Practice has no data worth mirroring.
    if (mode === "live") mirror.use(mirrorFolderOf(context, options.mirrorFolder));
    await desks.start();
  } catch (error) {
    // A timer of a part would find the database closed.
    await tryToCloseAll(parts, logger);
    throw error;
  }
  const close = (): Promise<void> => (closed ??= closeAll([...parts, db, server]));
  return { context, handlers, desks, close };
}

interface Closable {
  close(): Promise<void> | void;
}

/** After an error that says what is wrong with the folder (S4); an error of closing must not take its place. */
const tryToCloseAll = (parts: Parameters<typeof closeAll>[0], logger: Logger): Promise<void> =>
  closeAll(parts).catch((error: unknown) => {
    logger.log("error", "workspace.close-failed", { error });
  });

/** If one part fails to close, the parts after it are closed all the same. */
async function closeAll([part, ...others]: readonly (Closable | undefined)[]): Promise<void> {
  try {
    await part?.close();
  } finally {
    if (others.length > 0) await closeAll(others);
  }
}
