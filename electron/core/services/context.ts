import type { Settings } from "#shared/contract/settings.ts";
import type { ChangeFeed } from "#core/change-feed.ts";
import type { Db } from "#core/db/open/database.ts";
import type { Search } from "#core/db/search/search.ts";
import type { Stores } from "#core/db/stores.ts";
import type { Caller } from "#core/handlers.ts";
import type { Ports } from "#core/ports.ts";
import type { Sync } from "#core/sync/sync-interface.ts";
import type { Once } from "./command-log.ts";

/** What the desk services work with: one open workspace. */
export interface DeskContext {
  readonly mode: "live" | "practice";
  readonly ports: Ports;
  readonly db: Db;
  readonly stores: Stores;
  readonly search: Search;
  readonly sync: Sync;
  readonly feed: ChangeFeed;
  readonly once: Once;
  readonly settings: DeskSettings;
}

/** What podium and finish log work with: they need neither line nor clock, and run on a database alone. */
export type FinishLineContext = Pick<DeskContext, "stores" | "once" | "feed" | "settings">;

/** Settings as they hold, read once and kept in step with the store. */
export interface DeskSettings {
  /** Of a paired device: the station's, but for what was changed there, its own name as the desk, and its own operator. */
  get(device?: PairedDesk): Settings;
  /** In a transaction. A device changes its own settings only, and never its name. */
  put(change: Partial<Settings>, device?: PairedDesk): Settings;
  currentEventId(): string | null;
  /** In a transaction. */
  setCurrentEventId(eventId: string | null): void;
}

/** A paired device as a desk; without a name it is this computer's own screen. */
export type PairedDesk = Pick<Caller, "device" | "deviceId">;

/** Who does it, as the journal keeps it (J3): a paired device is a desk of its own. */
export interface DeskActor {
  readonly operator: string;
  readonly desk: string;
  /** Of a paired device: what decides whose an entry is, whatever the desk is called (S10). */
  readonly deviceId?: string;
}

export function actorOf(settings: DeskSettings, caller: Caller): DeskActor {
  const { operator, desk } = settings.get(caller);
  const { deviceId } = caller;
  return deviceId === undefined ? { operator, desk } : { operator, desk, deviceId };
}
