import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { openReader } from "#core/db/open/connection.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { SandboxProcess } from "#test/support/processes/sandbox-client.ts";
import type { StationProcess } from "#test/support/processes/station-client.ts";
import type { Chance } from "./chance.ts";
import type { Acknowledged, CallLog } from "./call-log.ts";

/** A promise that does not hold, with the evidence. */
class BrokenPromise extends Error {
  override readonly name = "BrokenPromise";
}

export function must(holds: boolean, promise: string, shown: unknown): asserts holds {
  if (!holds) throw new BrokenPromise(`${promise}: ${JSON.stringify(shown)}`);
}

const repeatedNewest = 6;
const repeatedOlder = 4;

/**
 * Checks what must hold after every kill (J1, J6, J8, O1–O3), through the procedures of the screens and in the database
 * rows. Commands that were not answered are sent again and count as acknowledged from then on.
 */
export async function examine(parts: {
  readonly station: StationProcess;
  readonly sandbox: SandboxProcess;
  readonly databasePath: string;
  readonly callLog: CallLog;
  readonly chance: Chance;
}): Promise<void> {
  const { station, sandbox, databasePath, callLog, chance } = parts;
  assertRecordedOnce(databasePath, callLog.acknowledged);
  for (const order of callLog.unanswered) {
    const reply = await station.call(order.name, order.input);
    callLog.read(order, reply);
    if (reply.ok) continue;
    const kinds = readFacts(databasePath).kindsOf.get(order.input.commandId);
    must(kinds === undefined, "J8 what was refused left no fact", [order, reply, kinds]);
  }
  const newest = callLog.acknowledged.slice(-repeatedNewest);
  const older = Array.from({ length: repeatedOlder }, () => chance.pick(callLog.acknowledged));
  for (const order of [...newest, ...older]) {
    if (order === undefined) continue;
    const again = await station.call(order.name, order.input);
    const isSame = isDeepStrictEqual(again, order.reply);
    must(isSame, "J8 the same command answers the same reply", [order, again]);
  }
  assertRecordedOnce(databasePath, callLog.acknowledged);

  const { brokenAt, differences } = await station.value("journal.verify", {});
  must(brokenAt.length === 0, "J6 the chain holds", brokenAt);
  must(differences === 0, "J5 every projection equals its rebuild", differences);
  await assertQueueGoesOn(station);
  await assertNothingDouble(sandbox);
  await assertFilesAreThere(station, callLog);
  const { about } = await station.value("desk.get", {});
  must(about.findings.length === 0, "S4 nothing was found wrong", about.findings);
}

interface FactsByCommand {
  readonly kindsOf: ReadonlyMap<string, readonly string[]>;
  readonly entryIds: ReadonlySet<string>;
  readonly commands: ReadonlySet<string>;
}

/** Reads the rows directly, while the station has the file open. */
function readFacts(databasePath: string): FactsByCommand {
  const raw = openReader(databasePath);
  try {
    return raw.transaction(() => {
      const rows = raw
        .prepare<
          [],
          {
            readonly device: string;
            readonly epoch: string;
            readonly sequence: number;
            readonly kind: string;
            readonly command_id: string | null;
          }
        >("SELECT device, epoch, sequence, kind, command_id FROM journal")
        .all();
      const kindsOf = new Map<string, string[]>();
      for (const { command_id: id, kind } of rows) {
        if (id === null) continue;
        const kinds = kindsOf.get(id);
        if (kinds === undefined) kindsOf.set(id, [kind]);
        else kinds.push(kind);
      }
      const commands = raw.prepare<[], string>("SELECT command_id FROM command").pluck().all();
      return { kindsOf, entryIds: new Set(rows.map(entryIdOf)), commands: new Set(commands) };
    })();
  } finally {
    raw.close();
  }
}

/** Every acknowledged command wrote its entries exactly once, and every entry belongs to a command that was sent. */
function assertRecordedOnce(databasePath: string, orders: readonly Acknowledged[]): void {
  const { kindsOf, entryIds, commands } = readFacts(databasePath);
  for (const order of orders) {
    const { commandId } = order.input;
    const kinds = kindsOf.get(commandId) ?? [];
    must(kinds.length > 0, "J1 what was acknowledged is there", order);
    must(commands.has(commandId), "J8 its command is known", order);
    must(new Set(kinds).size === kinds.length, "J8 it was performed once", [order, kinds]);
    const entryId = entryIdIn(order);
    if (entryId !== null) must(entryIds.has(entryId), "J1 the entry of the reply is there", order);
  }
  for (const [commandId, kinds] of kindsOf) {
    must(commands.has(commandId), "J8 facts and command commit together", [commandId, kinds]);
  }
}

function entryIdIn({ reply }: Acknowledged): string | null {
  const value = reply.ok ? (reply.value as { readonly entryId?: unknown }) : {};
  return typeof value.entryId === "string" ? value.entryId : null;
}

const patienceTries = 20;
const betweenTriesMs = 250;

/**
 * O1: each entry has an outcome, a next try, or a reason why it is held. An entry that is being sent gets one of them
 * soon.
 */
async function assertQueueGoesOn(station: StationProcess): Promise<void> {
  let stuck = await readStuck(station);
  for (let tries = 1; stuck.length > 0 && tries < patienceTries; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, betweenTriesMs));
    stuck = await readStuck(station);
  }
  must(stuck.length === 0, "O1 every entry has an outcome or a next try", stuck);
}

/**
 * Entries without an outcome, a next try or a reason. The outbox changes between two queries, so one look proves
 * nothing.
 */
async function readStuck(station: StationProcess): Promise<unknown[]> {
  const { entries, total } = await station.value("outbox.list", { show: "all", limit: 1000 });
  must(entries.length === total, "all of the queue is looked at", total);
  const { activity } = await station.value("sync.status", {});
  return entries.filter(({ state, nextTryAtMs, reason, finishedAtMs, remoteId }) => {
    const outcome =
      (state === "done" && remoteId !== null && finishedAtMs !== null) || state === "cancelled";
    return !outcome && nextTryAtMs === null && reason === null && activity === "idle";
  });
}

interface Created {
  readonly registration?: { readonly email: string };
  readonly event?: { readonly name: string };
}

/** The registrations that POSTs created at the partner, by e-mail or name. */
export async function readCreated(sandbox: SandboxProcess): Promise<string[]> {
  const { data } = (await sandbox.control("/state")) as {
    readonly data: { readonly created: readonly Created[] };
  };
  return data.created.map(({ registration, event }) => registration?.email ?? event?.name ?? "");
}

async function assertNothingDouble(sandbox: SandboxProcess): Promise<void> {
  const created = await readCreated(sandbox);
  const double = created.filter((name, index) => created.indexOf(name) !== index);
  must(double.length === 0, "O2 nothing was made twice at the partner", double);
}

/** A backup or an export whose reply was read exists, and the backup can be opened. */
async function assertFilesAreThere(station: StationProcess, { files }: CallLog): Promise<void> {
  const backup = files.backups.at(-1);
  if (backup !== undefined) {
    const { backups, folder } = await station.value("backup.list", {});
    const names = backups.map(({ name }) => name);
    must(names.includes(backup), "S4 an acknowledged backup is there", [backup, names]);
    const raw = openReader(join(folder, backup));
    const verdict = raw.pragma("quick_check", { simple: true });
    raw.close();
    must(verdict === "ok", "S4 an acknowledged backup is sound", [backup, verdict]);
  }
  const exported = files.exports.at(-1);
  if (exported !== undefined) {
    const names = (await station.value("export.list", {})).files.map(({ name }) => name);
    must(names.includes(exported), "an acknowledged export is there", [exported, names]);
  }
}
