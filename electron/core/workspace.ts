import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "#shared/contract/settings.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { ChangeFeed } from "./change-feed.ts";
import type { JournalMirror } from "./db/journal-mirror/journal-mirror.ts";
import { createJournalMirror } from "./db/journal-mirror/journal-mirror.ts";
import { watchClonedFolder } from "./db/open/cloned-folder-watch.ts";
import type { Db } from "./db/open/database.ts";
import type { JournalSigner } from "./db/journal/journal-signer.ts";
import { openSigner } from "./db/journal/journal-signer.ts";
import { makeFolder } from "./db/open/make-folder.ts";
import { NotSavedError } from "./db/open/not-saved.ts";
import type { OpenedDatabase, OpenError } from "./db/open/open.ts";
import { noteDamage, openWorkspaceDatabase } from "./db/open/open.ts";
import { rebuildWhereAsked } from "./db/damage/rebuild-projections.ts";
import { createSearch } from "./db/search/search.ts";
import { keepSearchIndexed } from "./db/search/search-upkeep.ts";
import type { Stores } from "./db/stores.ts";
import { createStores } from "./db/stores.ts";
import type { CommandStore } from "./db/stores/small-stores.ts";
import type { WorkspaceFiles } from "./db/open/workspace-files.ts";
import { journalAside } from "./db/open/workspace-files.ts";
import { mirrorFolderOf } from "./services/journal/journal-mirror.ts";
import type { DeskContext } from "./services/context.ts";
import type { DeskHandlers } from "./services/services.ts";
import { createDesk } from "./services/services.ts";
import { createRehearsal } from "./services/rehearsal/rehearsal.ts";
import { createCommandLog } from "./services/command-log.ts";
import { salvage } from "./services/journal/import-damaged-journal.ts";
import type { Safekeeping } from "./services/journal/safekeeping.ts";
import { createSafekeeping } from "./services/journal/safekeeping.ts";
import { createDeskSettings } from "./services/settings/settings.ts";
import type { DeviceAccess } from "./device-access.ts";
import type { Ports, PracticeServer, Secrets } from "./ports.ts";
import type { ReadPace } from "./read-pace.ts";
import { createSync } from "./sync/sync.ts";
import type { Trouble } from "./troubles.ts";

export type WorkspaceMode = "live" | "practice";

/** Everything that is open in one folder: live or practice, never both (K3). */
export interface Workspace {
  readonly context: DeskContext;
  readonly handlers: DeskHandlers;
  /** May be called again. */
  close(): Promise<void>;
}

export type OpenFailure = Failure<OpenError | "practice-unavailable">;

export interface Workspaces {
  readonly canPractise: boolean;
  open(mode: WorkspaceMode, how?: OpenHow): Promise<Result<Workspace, OpenFailure>>;
}

interface OpenHow {
  /** Practice starts anew: its own folder, and nothing else, is emptied. */
  readonly fresh?: boolean;
  /** The desk's settings, taken along into a practice that has none of its own. */
  readonly desk?: Settings;
}

export interface WorkspacesOptions {
  readonly ports: Ports;
  readonly dataDir: string;
  readonly host: "desktop" | "station";
  readonly version: string;
  readonly onDamaged?: "restore-backup" | "start-empty" | undefined;
  readonly blackBox?: string | undefined;
  readonly feed: ChangeFeed;
  readonly access: DeviceAccess;
  /** Devices that read more people than a desk needs (S10). */
  readonly slowed: ReadPace["slowed"];
  readonly troubles: () => Trouble[];
}

/** Remembered replies of commands are needed for retries, not for ever; they hold runners' rows. */
const repliesKept = 10_000;
const repliesForgottenAtOpen = 10_000;

export function createWorkspaces(options: WorkspacesOptions): Workspaces {
  const { ports, dataDir } = options;
  const folderOf = (mode: WorkspaceMode): string => join(dataDir, mode);

  const openLive = (): Promise<Result<Workspace, OpenFailure>> =>
    openWorkspace(options, { mode: "live", folder: folderOf("live"), ports });

  const openPractice = async (how: OpenHow): Promise<Result<Workspace, OpenFailure>> => {
    const { startPractice } = ports;
    if (startPractice === undefined) return unavailable("no-sandbox");
    const folder = folderOf("practice");
    if (how.fresh === true) rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    let server: PracticeServer;
    try {
      server = await startPractice(folder, how.fresh ?? false);
    } catch (error) {
      ports.logger.log("error", "practice.sandbox-failed", { error });
      return unavailable("sandbox-failed");
    }
    const practicePorts = { ...ports, secrets: memorySecrets() };
    const opened = await openWorkspace(options, {
      mode: "practice",
      folder,
      ports: practicePorts,
      server,
    });
    if (!opened.ok) {
      await server.close();
      return opened;
    }
    const prepared = await prepareRace(opened.value, server, how);
    if (prepared.ok) return opened;
    await opened.value.close();
    return prepared;
  };

  return {
    canPractise: ports.startPractice !== undefined,
    open: (mode, how = {}) => (mode === "live" ? openLive() : openPractice(how)),
  };
}

const unavailable = (why: string): Result<never, Failure<"practice-unavailable">> =>
  err("practice-unavailable", "Practice cannot be opened", { details: { why } });

/** The sandbox's key is worth nothing and is made anew each time: the key store never hears of practice (K3). */
function memorySecrets(): Secrets {
  const kept = new Map<string, string>();
  return {
    kind: "memory",
    read: async (name) => kept.get(name) ?? null,
    write: async (name, value) => void kept.set(name, value),
    remove: async (name) => void kept.delete(name),
  };
}

/** Connects to the sandbox, gets its race and opens it: one click, ready in seconds. */
async function prepareRace(
  { context }: Workspace,
  server: PracticeServer,
  how: OpenHow,
): Promise<Result<null, Failure<"practice-unavailable">>> {
  const { sync, stores, db, settings } = context;
  const connected = await sync.connection.save(server.baseUrl, server.apiKey);
  if (!connected.ok) return unavailable(connected.error.code);
  const listed = await sync.downloads.refreshEvents({});
  if (!listed.ok) return unavailable(listed.error.code);
  if (sync.downloads.statusOf(server.eventId).state !== "complete") {
    sync.downloads.start([server.eventId]);
  }
  db.transaction(() => {
    const { desk } = how;
    if (desk !== undefined && Object.keys(stores.settings.all()).length === 0) settings.put(desk);
    const current = settings.currentEventId();
    const isKnown = current !== null && stores.events.get(current) !== null;
    if (!isKnown) settings.setCurrentEventId(server.eventId);
  });
  return ok(null);
}

/** A full disk must not keep the desk from opening: then they are forgotten another time. */
function forgetOldReplies(db: Db, commands: CommandStore, { logger }: Ports): void {
  try {
    db.transaction(() => commands.keepNewest(repliesKept, repliesForgottenAtOpen));
  } catch (error) {
    if (!(error instanceof NotSavedError)) throw error;
    logger.log("warn", "workspace.replies-kept", { why: error.why });
  }
}

/** Where a person chose a folder for it, it is written there already (J9). */
function writeJournalAside(box: JournalMirror, files: WorkspaceFiles): void {
  if (box.state().folder !== null) return;
  makeFolder(files.setAside);
  makeFolder(journalAside(files));
  box.use(journalAside(files));
}

/** The second copy knows facts of this computer that are missing here: every room says so until they were brought back. */
function tellMissing(box: JournalMirror, safekeeping: Safekeeping): void {
  const { missing } = box.state();
  if (missing > 0) safekeeping.find({ code: "journal-short", facts: { missing } });
  else safekeeping.settle("journal-short");
}

interface WorkspacePlace {
  readonly mode: WorkspaceMode;
  readonly folder: string;
  readonly ports: Ports;
  readonly server?: PracticeServer;
}

/** Damage may only be met when the first rows are read: then the database is set aside after all (S4). */
async function openWorkspace(
  options: WorkspacesOptions,
  place: WorkspacePlace,
): Promise<Result<Workspace, OpenFailure>> {
  const { folder, ports } = place;
  for (let isAgain = false; ; isAgain = true) {
    const opened = openWorkspaceDatabase({
      folder,
      clock: ports.clock,
      onDamaged: options.onDamaged,
    });
    if (!opened.ok) return opened;
    try {
      return ok(await assemble(options, place, opened.value));
    } catch (error) {
      opened.value.db.close();
      if (isAgain || !noteDamage(opened.value, error, ports.clock)) throw error;
      ports.logger.log("error", "workspace.damaged", { error });
    }
  }
}

function openMirror(context: DeskContext, home: string, safekeeping: Safekeeping) {
  const { db, stores, ports, feed } = context;
  let known: JournalSigner | null = null;
  const signer = (): JournalSigner => (known ??= openSigner(db, stores.meta));
  const box = createJournalMirror({
    db,
    device: stores.journal.device,
    signer,
    home,
    clock: ports.clock,
    logger: ports.logger,
    onChange: () => {
      tellMissing(box, safekeeping);
      feed.publish("backups");
    },
  });
  return { box, signer };
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

async function assemble(
  options: WorkspacesOptions,
  { mode, ports, server }: WorkspacePlace,
  opened: OpenedDatabase,
): Promise<Workspace> {
  const { feed, access, slowed, host, dataDir, troubles } = options;
  const { db, files } = opened;
  const stores = createStores(db, ports);
  rebuildWhereAsked(db, stores, ports.logger);
  const findings = await salvage(opened.findings, files, { db, stores, ports });
  const settings = createDeskSettings(stores.settings, db);
  const upkeep = keepSearchIndexed({ db, clock: ports.clock });
  const safekeeping = createSafekeeping({
    db,
    files,
    ports,
    findings,
    onDamaged: () => writeJournalAside(box, files),
    onChange: (what) => feed.publish(what === "backups" ? "backups" : "settings"),
  });
  const { random, logger, computer } = ports;
  const copies = watchClonedFolder({ db, meta: stores.meta, files, random, logger, computer });
  const sync = createSync({
    ports,
    copies,
    db,
    stores,
    hint: ({ topic, eventId }) => feed.publish(topic, eventId),
    indexSome: (limit) => upkeep.indexSome(limit),
    room: () => safekeeping.room(),
    actor: () => ({ operator: "", desk: settings.get().desk }),
  });
  const search = createSearch(db);
  const once = createCommandLog(db, stores.commands, ports.clock);
  const context: DeskContext = { mode, ports, db, stores, search, sync, feed, settings, once };
  const { box, signer } = openMirror(context, files.folder, safekeeping);
  const rehearsal = createRehearsal(context, server?.control);
  const handlers = createDesk({
    context,
    access,
    slowed,
    safekeeping,
    blackBox: { box, signer, dataDir, atStart: options.blackBox },
    rehearsal,
    host,
    troubles,
    about: () => ({
      ...aboutOf(options, opened, stores),
      findings: safekeeping.findings(),
    }),
  });
  let closed: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    rehearsal.close();
    await sync.close();
    upkeep.close();
    await safekeeping.close();
    await box.close();
    copies.close();
    db.close();
    await server?.close();
  };

  try {
    await sync.open();
  } catch (error) {
    await sync.close();
    upkeep.close();
    copies.close();
    throw error;
  }
  forgetOldReplies(db, stores.commands, ports);
  safekeeping.start();
  // What is practised is nobody's race (K3).
  if (mode === "live") box.use(mirrorFolderOf(context, options.blackBox));
  return { context, handlers, close: () => (closed ??= close()) };
}
