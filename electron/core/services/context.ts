import type { Settings } from "#shared/contract/settings.ts";
import type { ChangeFeed } from "#core/change-feed.ts";
import type { Db } from "#core/db/open/database.ts";
import type { Search } from "#core/db/search/search.ts";
import type { EntryAuthor } from "#core/db/stores/journal/journal-store.ts";
import type { Stores } from "#core/db/stores.ts";
import type { Caller } from "#core/handlers.ts";
import type { Ports } from "#core/ports.ts";
import type { Sync } from "#core/sync/sync-interface.ts";
import type { CommandLog } from "./command-log.ts";

/** The dependencies of the use cases: one open workspace. */
export interface DeskContext {
  readonly mode: "live" | "practice";
  readonly ports: Ports;
  readonly db: Db;
  readonly stores: Stores;
  readonly search: Search;
  readonly sync: Sync;
  readonly feed: ChangeFeed;
  readonly commands: CommandLog;
  readonly settings: DeskSettings;
}

/** The part of the context that is enough to read the data of this computer. */
export type Stored = Pick<DeskContext, "stores">;

/** The dependencies of podium and finish log: they need neither network nor clock, only a database. */
export type FinishLineContext = Pick<DeskContext, "stores" | "commands" | "feed" | "settings">;

/** The current settings. */
export interface DeskSettings {
  /**
   * For a paired device: the settings of the station, overridden by the device's own settings. The desk has the name of
   * the device, and the operator is the device's.
   */
  get(device?: PairedDesk): Settings;
  /** Call it in a transaction. A device changes only its own settings, and never its name. */
  put(change: Partial<Settings>, device?: PairedDesk): Settings;
  currentEventId(): string | null;
  /** Call it in a transaction. */
  setCurrentEventId(eventId: string | null): void;
}

/** A paired device as a desk; without a name it is this computer's own screen. */
export type PairedDesk = Pick<Caller, "device" | "deviceId">;

/** The command of a desk about an event, as the journal stores it. */
export interface DeskCommand extends EntryAuthor {
  readonly eventId: string;
  readonly commandId: string;
}

export const commandOf = (
  settings: DeskSettings,
  caller: Caller,
  { eventId, commandId }: Pick<DeskCommand, "eventId" | "commandId">,
): DeskCommand => ({ ...authorOf(settings, caller), eventId, commandId });

export function authorOf(settings: DeskSettings, caller: Caller): EntryAuthor {
  const { operator: usual, desk } = settings.get(caller);
  const { deviceId, operator = usual } = caller;
  return deviceId === undefined ? { operator, desk } : { operator, desk, deviceId };
}
