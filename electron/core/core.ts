import { dirname, join } from "node:path";
import type { Invalidation } from "#shared/contract/invalidations.ts";
import type { ProcedureName } from "#shared/contract/index.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { createChangeFeed } from "./change-feed.ts";
import type { MirrorFolderError } from "./db/journal-mirror/journal-mirror-folder.ts";
import { mirrorFolderError } from "./db/journal-mirror/journal-mirror-folder.ts";
import type { FolderLockError } from "./db/open/folder-lock.ts";
import { inTheWay, lockFolder } from "./db/open/folder-lock.ts";
import { errorCode, isReadOnly } from "./db/files/file-errors.ts";
import { isFolder, isNoFile, makeFolder } from "./db/files/files.ts";
import { closeToOthers } from "./db/open/private-files.ts";
import type { BackupFileError } from "./db/damage/restore-file.ts";
import { restoreFile } from "./db/damage/restore-file.ts";
import { workspaceFiles } from "./db/open/workspace-files.ts";
import type { OpenError } from "./db/open/open.ts";
import { createMemory } from "./services/command-log.ts";
import { createDeviceAccess } from "./device-pairing.ts";
import type { DeviceAccess } from "./device-pairing.ts";
import type { Caller, Handlers } from "./handlers.ts";
import type { InFlight } from "./in-flight.ts";
import { createInFlight } from "./in-flight.ts";
import type { Clock, Ports } from "./ports.ts";
import { createPracticeService } from "./practice-switch.ts";
import type { WorkspaceSwitchOptions } from "./workspace-switch.ts";
import { createWorkspaceSwitch } from "./workspace-switch.ts";
import type { WipeServiceOptions } from "./wipe.ts";
import { createWipeService, finishWipe } from "./wipe.ts";
import { isOfOpenEvent } from "./event-access.ts";
import { createReadPace } from "./read-pace.ts";
import { createRouter } from "./router.ts";
import type { EntryBatch } from "#shared/contract/peer.ts";
import { peerCallSchema } from "#shared/contract/peer.ts";
import { hasLostHub, readRole } from "./services/desks/desks-role.ts";
import type { PeerError, PeerServer } from "./services/desks/peer-server.ts";
import type { RosterAnswer } from "./services/desks/roster-api.ts";
import { answerRoster, noRoster } from "./services/desks/roster-api.ts";
import { isHubProcedure } from "./services/desks/through-hub.ts";
import type { CheckedConnection, ConnectionCheckError } from "./sync/sync-interface.ts";
import type { Workspace, WorkspaceMode } from "./workspace.ts";
import { countProblems } from "./problem-log.ts";
import { createWorkspaces } from "./workspace.ts";

export interface CoreOptions {
  readonly ports: Ports;
  /** Created if missing, but its parent must exist, unless `createsParents` is true. */
  readonly dataDir: string;
  /** Creates missing parents, too: for the default folder, which a new user account does not have. */
  readonly createsParents?: boolean | undefined;
  /** Files of the host in the data folder. Something else in the place of one ends the start. */
  readonly hostFiles?: readonly string[] | undefined;
  readonly mode?: WorkspaceMode | undefined;
  readonly host: "desktop" | "station";
  readonly version: string;
  /** A person's answer to `database-damaged` (S4). */
  readonly onDamaged?: "restore-backup" | "start-empty" | undefined;
  /** The journal mirror's folder in this run; absent if a person chooses it on the screen (J9). */
  readonly mirrorFolder?: string | undefined;
  /** Checks every reply against the contract; for tests. */
  readonly checkOutputs?: boolean | undefined;
}

export type CoreError =
  | FolderLockError
  | OpenError
  | "practice-unavailable"
  | `journal-mirror-${MirrorFolderError}`;

export interface CorePeers extends Pick<PeerServer, "push" | "admit"> {
  pull(caller: Caller, body: unknown): Promise<Result<EntryBatch, Failure<PeerError>>>;
  /** Answers a GET of the partner API from the replica (M8). */
  roster(path: string, query: Readonly<Record<string, string>>): RosterAnswer;
  /** A full desk has another name from now on (S10). The body is a `peerNameSchema`. */
  rename(caller: Caller, body: unknown): Promise<ReturnType<PeerServer["rename"]>>;
  /** Performs one of the procedures that full desks leave to the hub (M9). The body is a `peerCallSchema`. */
  call(name: string, body: unknown, caller: Caller): Promise<Result<unknown>>;
}

export interface Core {
  /** Answers one procedure of the contract. Never throws; after `close` it answers `closing`. */
  dispatch(name: string, input: unknown, caller: Caller): Promise<Result<unknown>>;
  subscribe(listener: (invalidation: Invalidation) => void): () => void;
  /**
   * Stores the address and the key from the station's flags, like `connection.save`. A later call, because the first one
   * failed, does not replace a key that a person gave meanwhile.
   */
  connect(
    baseUrl: string,
    apiKey: string,
  ): Promise<
    Result<
      CheckedConnection,
      Failure<
        | ConnectionCheckError
        | "other-organization"
        | "key-store-failed"
        | "practice"
        | "is-full-desk"
        | "key-replaced"
      >
    >
  >;
  readonly access: DeviceAccess;
  /** What a station serves to full desks (M4). */
  readonly peers: CorePeers;
  readonly mode: WorkspaceMode;
  /** Ends requests, waits at most 2 s for running calls, closes everything and unlocks the folder. Further calls have no effect. */
  close(): Promise<void>;
}

/** Locks the data folder for this process (S3) and opens everything in it. */
export async function createCore(options: CoreOptions): Promise<Result<Core, Failure<CoreError>>> {
  const { ports, dataDir, mirrorFolder } = options;
  const problem = mirrorFolder === undefined ? null : mirrorFolderError(mirrorFolder, dataDir);
  if (problem !== null) {
    return err(`journal-mirror-${problem}`, "The journal mirror cannot be in this folder", {
      details: { folder: mirrorFolder },
    });
  }
  const folder = prepareFolder(dataDir, options.createsParents === true);
  if (!folder.ok) return folder;
  const foreign = options.hostFiles?.find(isNoFile);
  if (foreign !== undefined) return inTheWay(foreign);
  const lock = lockFolder(dataDir, { clock: ports.clock, computer: ports.computer });
  if (!lock.ok) return lock;
  try {
    await tryToFinishWipe(options);
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

/** Files that cannot be removed yet must not block the start; the next start tries again. */
async function tryToFinishWipe(options: CoreOptions): Promise<void> {
  try {
    await finishWipe(options);
  } catch (error) {
    if (errorCode(error) === null) throw error;
    options.ports.logger.log("error", "wipe.files-left", { error });
  }
}

/**
 * Replaces the live database by a copy of the chosen file, and moves the live one aside (S4, S5). A refused file changes
 * nothing. The folder must not be open.
 */
export function restoreDatabaseFile(
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

/** Creates the folder. Missing parents of a named folder are not created, because they mean a disk that is not plugged in. */
function prepareFolder(
  dataDir: string,
  createsParents: boolean,
): Result<null, Failure<"folder-missing" | "folder-read-only">> {
  if (isFolder(dataDir) || (!createsParents && !isFolder(dirname(dataDir)))) return ok(null);
  try {
    makeFolder(dataDir);
    return ok(null);
  } catch (error) {
    const cause = errorCode(error);
    if (cause === null) throw error;
    const code = isReadOnly(cause) ? "folder-read-only" : "folder-missing";
    return err(code, "The data folder cannot be made", { details: { cause } });
  }
}

async function openCore(
  options: CoreOptions,
  releaseFolder: () => void,
): Promise<Result<Core, Failure<CoreError>>> {
  const problems = countProblems(options.ports.logger, options.ports.clock);
  const ports = { ...options.ports, logger: problems.logger };
  const feed = createChangeFeed(ports.logger);
  const inFlight = createInFlight(ports.clock);
  let workspace: Workspace | null = null;
  let handlers: Handlers | null = null;
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
    problems: problems.list,
  });
  const first = await workspaces.open(options.mode ?? "live");
  if (!first.ok) return first;
  const put = (next: Workspace | null): void => {
    workspace = next;
    handlers = next && { ...switching, ...next.handlers };
  };
  const switching = createSwitching({
    workspaces,
    feed,
    ports,
    dataDir: options.dataDir,
    logger: ports.logger,
    current: openWorkspace,
    clock: ports.clock,
    inFlight,
    put,
  });

  put(first.value);

  const route = createRouter({
    handlers: () => handlers,
    isWithinDesk: (input) => workspace !== null && isOfOpenEvent(workspace.context, input),
    logger: ports.logger,
    random: ports.random,
    checkOutputs: options.checkOutputs ?? false,
  });

  const shutDown = async (): Promise<void> => {
    pace.close();
    await inFlight.finish(async () => workspace?.context.sync.close());
    const last = workspace;
    put(null);
    await last?.close();
  };

  return ok({
    async dispatch(name, input, caller) {
      const call = (): Promise<Result<unknown>> => route(name, input, caller);
      const reply = await (isSwitch(name) ? inFlight.runSerial(call) : inFlight.run(call));
      if (caller.deviceId !== undefined) await pace.pace(caller.deviceId, reply);
      return reply ?? closing();
    },
    subscribe: (listener) => feed.subscribe(listener),
    connect: createConnect(openWorkspace),
    access,
    peers: createPeers(openWorkspace, inFlight, route),
    get mode() {
      return workspace?.context.mode ?? "live";
    },
    close: () => (closed ??= shutDown().finally(releaseFolder)),
  });
}

/** The hub's side of the exchange, on the workspace that is open at each call. */
const createPeers = (
  openWorkspace: () => Workspace,
  inFlight: InFlight,
  route: Core["dispatch"],
): CorePeers => ({
  push: async (caller, body) =>
    (await inFlight.run(async () => openWorkspace().desks.server.push(caller, body))) ?? closing(),
  pull: async (caller, body) =>
    (await inFlight.run(async () => openWorkspace().desks.server.pull(caller, body))) ?? closing(),
  rename: async (caller, body) =>
    (await inFlight.run(async () => openWorkspace().desks.server.rename(caller, body))) ??
    closing(),
  admit: (joining) => openWorkspace().desks.server.admit(joining),
  roster(path, query) {
    const { desks, context } = openWorkspace();
    return desks.server.isHub ? answerRoster(context, path, query) : noRoster;
  },
  async call(name, body, caller) {
    if (!isHubProcedure(name)) return err("not-allowed", "A full desk does this itself");
    if (!openWorkspace().desks.server.isHub) return err("not-hub", "This computer is not the hub");
    const read = peerCallSchema.safeParse(body);
    if (!read.success) return err("invalid-input", "This is no call of a full desk");
    const { input, operator } = read.data;
    const lead: Caller = { ...caller, operator, role: "lead" };
    const reply = await inFlight.run(() => route(name, input, lead));
    return reply ?? closing();
  },
});

const closing = () => err("closing", "The program is closing");

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
    isPractice: () => current()?.context.mode === "practice",
    hasLostHub() {
      const workspace = current();
      return workspace !== null && hasLostHub(workspace.context.stores);
    },
    ownerDesk: () => open().settings.get().desk,
    otherComputers: () => open().stores.exchange.members(),
    transaction: (run) => open().db.transaction(run),
    learn: ({ device, signer }, name) =>
      open().stores.exchange.putMember({ device, signer, name, sinceMs: clock.now() }),
    renameComputer(device, name) {
      const { exchange } = open().stores;
      const member = exchange.members().find((one) => one.device === device);
      if (member !== undefined) exchange.putMember({ ...member, name, sinceMs: clock.now() });
      // The finish log names its holder.
      feed.publish("finish");
    },
    onChange: () => feed.publish("devices"),
  });
}

function requireOpen(workspace: Workspace | null): Workspace {
  if (workspace === null) throw new Error("No workspace is open");
  return workspace;
}

/** The handlers that replace the workspace, and so outlive it. */
function createSwitching(
  options: WorkspaceSwitchOptions & Pick<WipeServiceOptions, "ports" | "dataDir">,
) {
  const { exchange } = createWorkspaceSwitch(options);
  const switching = { ...options, exchange, wait: createMemory() };
  return { ...createPracticeService(switching), ...createWipeService(switching) };
}

const switchNames: readonly ProcedureName[] = ["practice.start", "practice.leave", "wipe.perform"];

/** These calls change the workspace and wait for all other calls, so they must not count as running calls. */
const isSwitch = (name: string): boolean => switchNames.some((own) => own === name);

function createConnect(openWorkspace: () => Workspace): Core["connect"] {
  /** The key in use when the one of the flags was first tried; null inside if there was none. */
  let keyBefore: { readonly fingerprint: string | null } | null = null;
  return async (baseUrl, apiKey) => {
    const { mode, sync, stores } = openWorkspace().context;
    if (mode === "practice") return err("practice", "Practice only uses its own sandbox");
    // A full desk reads the lists of its hub and never uses a key (M8).
    if (readRole(stores).role === "full") {
      return err("is-full-desk", "This computer is a full desk of a hub and uses no key");
    }
    const keyNow = (): string | null => stores.credentials.current()?.fingerprint ?? null;
    keyBefore ??= { fingerprint: keyNow() };
    const { fingerprint } = keyBefore;
    return sync.connection.saveUnless(() => keyNow() !== fingerprint, baseUrl, apiKey);
  };
}
