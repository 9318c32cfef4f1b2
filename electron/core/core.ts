import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Invalidation } from "#shared/contract/invalidations.ts";
import type { ProcedureName } from "#shared/contract/index.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { createChangeFeed } from "./change-feed.ts";
import type { BoxFolderTrouble } from "./db/journal-mirror/journal-mirror-folder.ts";
import { mirrorFolderError } from "./db/journal-mirror/journal-mirror-folder.ts";
import type { FolderLockError } from "./db/open/folder-lock.ts";
import { lockFolder } from "./db/open/folder-lock.ts";
import { makeFolder } from "./db/open/make-folder.ts";
import { closeToOthers } from "./db/open/private-files.ts";
import type { BackupFileError } from "./db/damage/restore-file.ts";
import { restoreFile } from "./db/damage/restore-file.ts";
import { workspaceFiles } from "./db/open/workspace-files.ts";
import type { OpenError } from "./db/open/open.ts";
import { createMemory } from "./services/command-log.ts";
import { createDeviceAccess } from "./device-access.ts";
import type { DeviceAccess } from "./device-access.ts";
import type { Caller, Handlers } from "./handlers.ts";
import { createInFlight } from "./in-flight.ts";
import type { Clock, Ports } from "./ports.ts";
import { createPracticeService } from "./practice.ts";
import { isOfOpenEvent } from "./desk-reach.ts";
import { createReadPace } from "./read-pace.ts";
import { createRouter } from "./router.ts";
import type { CheckedConnection, ReachError } from "./sync/sync-interface.ts";
import type { Workspace, WorkspaceMode } from "./workspace.ts";
import { countTroubles } from "./troubles.ts";
import { createWorkspaces } from "./workspace.ts";

export interface CoreOptions {
  readonly ports: Ports;
  /** Made if it is not there, but its parent must be, unless `makesWay` says otherwise. */
  readonly dataDir: string;
  /** The way to the folder is made as well: for the usual place, which a new user account does not have. */
  readonly makesWay?: boolean | undefined;
  readonly mode?: WorkspaceMode | undefined;
  readonly host: "desktop" | "station";
  readonly version: string;
  /** A person's answer to `database-damaged` (S4). */
  readonly onDamaged?: "restore-backup" | "start-empty" | undefined;
  /** Where the second copy of the journal goes in this run; absent where a person chooses it (J9). */
  readonly blackBox?: string | undefined;
  /** Checks every answer against the contract: for tests. */
  readonly checkOutputs?: boolean | undefined;
}

export type CoreError =
  | FolderLockError
  | OpenError
  | "practice-unavailable"
  | `second-copy-${BoxFolderTrouble}`;

export interface Core {
  /** Answers one procedure of the contract. Never throws; after `close` it answers `closing`. */
  dispatch(name: string, input: unknown, caller: Caller): Promise<Result<unknown>>;
  subscribe(listener: (hint: Invalidation) => void): () => void;
  /** What the station's flags ask for; the same as `connection.save`. */
  connect(
    baseUrl: string,
    apiKey: string,
  ): Promise<
    Result<
      CheckedConnection,
      Failure<ReachError | "other-organization" | "key-store-failed" | "practice">
    >
  >;
  readonly access: DeviceAccess;
  readonly mode: WorkspaceMode;
  /** Lets calls at work finish, stops everything, gives the folder free. May be called again. */
  close(): Promise<void>;
}

/** Opens the data folder for this process alone (S3) and everything in it. */
export async function createCore(options: CoreOptions): Promise<Result<Core, Failure<CoreError>>> {
  const { ports, dataDir, blackBox } = options;
  const trouble = blackBox === undefined ? null : mirrorFolderError(blackBox, dataDir);
  if (trouble !== null) {
    return err(`second-copy-${trouble}`, "The second copy of the journal cannot go there", {
      details: { folder: blackBox },
    });
  }
  const folder = prepareFolder(dataDir, options.makesWay === true);
  if (!folder.ok) return folder;
  const lock = lockFolder(dataDir, { clock: ports.clock });
  if (!lock.ok) return lock;
  try {
    const open = closeToOthers(dataDir);
    if (open.length > 0) ports.logger.log("warn", "files.not-private", { files: open.length });
    const core = await openCore(options, () => lock.value.release());
    if (!core.ok) lock.value.release();
    return core;
  } catch (error) {
    lock.value.release();
    throw error;
  }
}

/**
 * Puts a copy of a person's choice in the place of the live database, which is set aside whole; what
 * is refused changes nothing (S4, S5). Only while the folder is not open anywhere (S3).
 */
export function goBackTo(
  path: string,
  { dataDir, clock }: { readonly dataDir: string; readonly clock: Clock },
): Result<{ readonly setAside: string | null }, Failure<FolderLockError | BackupFileError>> {
  const lock = lockFolder(dataDir, { clock });
  if (!lock.ok) return lock;
  try {
    return restoreFile(workspaceFiles(join(dataDir, "live")), path, clock);
  } finally {
    lock.value.release();
  }
}

/** Makes the folder, not the way to one that somebody named: a disk that is not plugged in is more often missing. */
function prepareFolder(
  dataDir: string,
  makesWay: boolean,
): Result<null, Failure<"folder-missing" | "folder-read-only">> {
  const isFolder = (path: string): boolean =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder(dataDir) || (!makesWay && !isFolder(dirname(dataDir)))) return ok(null);
  try {
    makeFolder(dataDir);
    return ok(null);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const cause = String(error.code);
    const code = ["EACCES", "EPERM", "EROFS"].includes(cause)
      ? "folder-read-only"
      : "folder-missing";
    return err(code, "The data folder cannot be made", { details: { cause } });
  }
}

async function openCore(
  options: CoreOptions,
  releaseFolder: () => void,
): Promise<Result<Core, Failure<CoreError>>> {
  const troubles = countTroubles(options.ports.logger, options.ports.clock);
  const ports = { ...options.ports, logger: troubles.logger };
  const feed = createChangeFeed(ports.logger);
  const inFlight = createInFlight(ports.clock);
  let workspace: Workspace | null = null;
  let closed: Promise<void> | null = null;

  const access = openAccess(ports, feed, () => workspace);
  const openWorkspace = (): Workspace => requireOpen(workspace);

  const pace = createReadPace(ports.clock, (deviceId) => {
    ports.logger.log("warn", "device.reads-much", { deviceId });
    feed.publish("devices");
  });
  const workspaces = createWorkspaces({
    ...options,
    ports,
    feed,
    access,
    slowed: () => pace.slowed(),
    troubles: troubles.list,
  });
  const first = await workspaces.open(options.mode ?? "live");
  if (!first.ok) return first;
  workspace = first.value;

  const practice = createPracticeService({
    workspaces,
    feed,
    logger: ports.logger,
    wait: createMemory(),
    current: openWorkspace,
    quiesce: (between) => inFlight.alone(between),
    put: (next) => void (workspace = next),
  });

  /** Put together once for each workspace: a hundred procedures are not copied at every call. */
  const handlersOf = rememberLast((open: Workspace): Handlers => ({
    ...practice,
    ...open.handlers,
  }));

  const route = createRouter({
    handlers: () => (workspace === null ? null : handlersOf(workspace)),
    isWithinDesk: (input) => workspace !== null && isOfOpenEvent(workspace.context, input),
    logger: ports.logger,
    random: ports.random,
    checkOutputs: options.checkOutputs ?? false,
  });

  const shutDown = async (): Promise<void> => {
    pace.close();
    await inFlight.finish();
    const last = workspace;
    workspace = null;
    await last?.close();
  };

  return ok({
    async dispatch(name, input, caller) {
      const call = (): Promise<Result<unknown>> => route(name, input, caller);
      const reply = await (isPractice(name) ? inFlight.aside(call) : inFlight.run(call));
      if (caller.deviceId !== undefined) await pace.pace(caller.deviceId, reply);
      return reply ?? err("closing", "The program is closing");
    },
    subscribe: (listener) => feed.subscribe(listener),
    connect: (baseUrl, apiKey) => connect(openWorkspace(), baseUrl, apiKey),
    access,
    get mode() {
      return workspace?.context.mode ?? "live";
    },
    close: () => (closed ??= shutDown().finally(releaseFolder)),
  });
}

const connect: (
  open: Workspace,
  ...typed: Parameters<Core["connect"]>
) => ReturnType<Core["connect"]> = async ({ context: { mode, sync } }, baseUrl, apiKey) =>
  mode === "practice"
    ? err("practice", "Practice keeps to its own sandbox")
    : sync.connection.save(baseUrl, apiKey);

function openAccess(
  { clock, random }: Ports,
  feed: ChangeFeed,
  current: () => Workspace | null,
): DeviceAccess {
  const open = () => requireOpen(current()).context;
  return createDeviceAccess({
    clock,
    random,
    devices: () => current()?.context.stores.devices ?? null,
    ownerDesk: () => open().settings.get().desk,
    transaction: (run) => open().db.transaction(run),
    onChange: () => feed.publish("devices"),
  });
}

function requireOpen(workspace: Workspace | null): Workspace {
  if (workspace === null) throw new Error("No workspace is open");
  return workspace;
}

function rememberLast<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  let last: { readonly key: Key; readonly value: Value } | null = null;
  return (key) => (last?.key === key ? last : (last = { key, value: make(key) })).value;
}

const practiceNames: readonly ProcedureName[] = ["practice.start", "practice.leave"];

/** What exchanges the workspace cannot be waited for by itself. */
const isPractice = (name: string): boolean => practiceNames.some((own) => own === name);
