import { z } from "zod";
import type { ProcedureName } from "#shared/contract/index.ts";
import { procedureNames, procedures } from "#shared/contract/index.ts";
import { hasRole } from "#shared/contract/procedure.ts";
import type { DeskState, Settings } from "#shared/contract/settings.ts";
import { settingsSchema } from "#shared/contract/settings.ts";
import { err, ok } from "#shared/result.ts";
import type { SettingStore } from "#core/db/stores/small-stores.ts";
import type { Caller, Slice } from "#core/handlers.ts";
import { isLookAlike, plainName } from "#core/names/look-alike.ts";
import type { DeskContext, DeskSettings, PairedDesk } from "#core/services/context.ts";

/** Defaults: a light theme for sunlight, with sound. */
const firstSettings: Settings = {
  desk: "Desk 1",
  operator: "",
  theme: "light",
  sounds: true,
  volume: 0.7,
  checkInOnScan: false,
  scannerPrefix: "",
};

const currentEventKey = "currentEvent";
/** The key of a paired device's own settings, which override the station's; null for the station itself. */
const deviceKey = ({ device, deviceId }: PairedDesk): string | null =>
  device === undefined ? null : `device.${deviceId ?? device}`;

/** Caches the settings in memory; a rollback clears the cache. */
export function createDeskSettings(
  store: SettingStore,
  db: { onRollback(call: () => void): void },
): DeskSettings {
  const cachedSettings = new Map<string | null, Settings>();
  let currentEventId: string | null | undefined;
  db.onRollback(() => {
    cachedSettings.clear();
    currentEventId = undefined;
  });

  const read = (paired: PairedDesk): Settings => {
    const station = readSettings(store.all(), firstSettings);
    const key = deviceKey(paired);
    if (key === null) return station;
    const own = store.get(key);
    const ownSettings = typeof own === "object" && own !== null ? own : {};
    // The station's operator does not operate the device, and a dark room is not everybody's.
    const inherited = { ...station, operator: "", theme: firstSettings.theme };
    return { ...readSettings({ ...ownSettings }, inherited), desk: paired.device ?? station.desk };
  };

  const get = (paired: PairedDesk = {}): Settings => {
    const key = deviceKey(paired);
    const settings = cachedSettings.get(key) ?? read(paired);
    cachedSettings.set(key, settings);
    return settings;
  };

  return {
    get,
    put(change, paired = {}) {
      const key = deviceKey(paired);
      if (key === null) {
        for (const [name, value] of Object.entries(change)) store.set(name, value);
      } else {
        const { desk: _desk, ...own } = change;
        store.set(key, { ...Object(store.get(key)), ...own });
      }
      cachedSettings.clear();
      return get(paired);
    },
    currentEventId() {
      if (currentEventId === undefined) {
        const stored = store.get(currentEventKey);
        currentEventId = typeof stored === "string" ? stored : null;
      }
      return currentEventId;
    },
    setCurrentEventId(eventId) {
      store.set(currentEventKey, eventId);
      currentEventId = eventId;
    },
  };
}

/**
 * Parses each setting separately: a value that a later version stored in another form falls back to `before`.
 */
function readSettings(stored: Readonly<Record<string, unknown>>, before: Settings): Settings {
  const settings: Record<string, unknown> = { ...before };
  for (const [key, schema] of Object.entries(settingsSchema.shape)) {
    const read = z.safeParse(schema, stored[key]);
    if (read.success) settings[key] = read.data;
  }
  return settingsSchema.parse(settings);
}

export interface SettingsServiceOptions {
  readonly context: DeskContext;
  readonly about: () => DeskState["about"];
}

export function createSettingsService({
  context,
  about,
}: SettingsServiceOptions): Slice<"desk.get" | "settings.save"> {
  const { commands, feed, settings, stores } = context;
  return {
    "desk.get": (_input, caller) => {
      const eventId = settings.currentEventId();
      return ok({
        settings: settings.get(caller),
        currentEventId: eventId !== null && stores.events.get(eventId) !== null ? eventId : null,
        about: about(),
        forbidden: forbiddenTo(caller),
      });
    },

    "settings.save": (input, caller) => {
      const { commandId: _commandId, ...change } = input;
      const reply = commands.save("settings.save", input, () => {
        const put = withoutAbsent(change);
        if (put.desk === undefined || caller.device !== undefined) {
          return ok(settings.put(put, caller));
        }
        const desk = plainName(put.desk);
        if (desk === settings.get().desk) return ok(settings.put({ ...put, desk }, caller));
        // The browsers and computers that work with this one, and the computers that those know (S10).
        const others = [...stores.devices.list(), ...stores.exchange.members()];
        const alike = others.find(({ name }) => isLookAlike(name, desk));
        return alike === undefined
          ? ok(settings.put({ ...put, desk }, caller))
          : err("name-taken", "A paired device is called like this", {
              details: { name: alike.name },
            });
      });
      if (reply.ok) feed.publish("settings");
      return reply;
    },
  };
}

/** Uses the contract's role of each procedure, as the router does. */
const forbiddenTo = ({ role }: Caller): ProcedureName[] =>
  procedureNames.filter((name) => !hasRole(role, procedures[name].role));

/** Drops fields that were not sent, so that they stay unchanged. */
const withoutAbsent = (change: {
  readonly [Field in keyof Settings]?: Settings[Field] | undefined;
}): Partial<Settings> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
