import { z } from "zod";
import type { DeskState, Settings } from "#shared/contract/settings.ts";
import { settingsSchema } from "#shared/contract/settings.ts";
import { ok } from "#shared/result.ts";
import type { SettingStore } from "../db/stores/small-stores.ts";
import type { Slice } from "../handlers.ts";
import type { DeskContext, DeskSettings } from "./context.ts";

/** A desk as it is before anybody changed anything: made for sunlight, with sound. */
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
/** A paired device keeps what differs from the station's settings under a key of its own. */
const deviceKey = (device: string): string => `device.${device}`;

/** Reads the settings once and keeps them in memory; what a failed commit would have changed is read again. */
export function createDeskSettings(
  store: SettingStore,
  db: { onRollback(call: () => void): void },
): DeskSettings {
  const known = new Map<string | undefined, Settings>();
  let currentEventId: string | null | undefined;
  db.onRollback(() => {
    known.clear();
    currentEventId = undefined;
  });

  const read = (device: string | undefined): Settings => {
    const station = readSettings(store.all(), firstSettings);
    if (device === undefined) return station;
    const own = store.get(deviceKey(device));
    const ownSettings = typeof own === "object" && own !== null ? own : {};
    return { ...readSettings({ ...ownSettings }, station), desk: device };
  };

  const get = (device?: string): Settings => {
    const settings = known.get(device) ?? read(device);
    known.set(device, settings);
    return settings;
  };

  return {
    get,
    put(change, device) {
      if (device === undefined) {
        for (const [key, value] of Object.entries(change)) store.set(key, value);
      } else {
        const { desk: _desk, ...own } = change;
        const before = store.get(deviceKey(device));
        store.set(deviceKey(device), { ...Object(before), ...own });
      }
      known.clear();
      return get(device);
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

/** Each setting by itself: one that a later version wrote otherwise stays as it was before. */
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
  const { once, feed, settings, stores } = context;
  return {
    "desk.get": (_input, caller) => {
      const eventId = settings.currentEventId();
      return ok({
        settings: settings.get(caller.device),
        currentEventId: eventId !== null && stores.events.get(eventId) !== null ? eventId : null,
        about: about(),
      });
    },

    "settings.save": (input, caller) => {
      const { commandId: _commandId, ...change } = input;
      const reply = once.save("settings.save", input, () =>
        ok(settings.put(withoutAbsent(change), caller.device)),
      );
      if (reply.ok) feed.publish("settings");
      return reply;
    },
  };
}

/** A field that was not sent is not changed. */
const withoutAbsent = (change: {
  readonly [Field in keyof Settings]?: Settings[Field] | undefined;
}): Partial<Settings> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
