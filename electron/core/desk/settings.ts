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

/**
 * Reads the settings once and keeps them in memory. `onRollback` of the database must call `forget`: what a failed
 * commit would have changed never held.
 */
export function createDeskSettings(
  store: SettingStore,
  db: { onRollback(call: () => void): void },
): DeskSettings {
  let settings: Settings | null = null;
  let currentEventId: string | null | undefined;
  db.onRollback(() => {
    settings = null;
    currentEventId = undefined;
  });

  const get = (): Settings => (settings ??= readSettings(store.all()));
  return {
    get,
    put(change) {
      for (const [key, value] of Object.entries(change)) {
        if (value !== undefined) store.set(key, value);
      }
      settings = null;
      return get();
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

/** Each setting by itself: one that a later version wrote otherwise falls back to the first one. */
function readSettings(stored: Readonly<Record<string, unknown>>): Settings {
  const settings: Record<string, unknown> = { ...firstSettings };
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
    "desk.get": () => {
      const eventId = settings.currentEventId();
      return ok({
        settings: settings.get(),
        currentEventId: eventId !== null && stores.events.get(eventId) !== null ? eventId : null,
        about: about(),
      });
    },

    "settings.save": (input) => {
      const { commandId: _commandId, ...change } = input;
      const reply = once.save("settings.save", input, () =>
        ok(settings.put(withoutAbsent(change))),
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
