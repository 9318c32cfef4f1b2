import { z } from "zod";
import type { ParsedInputOf, ProcedureName } from "#shared/contract/index.ts";
import { procedureNames, procedures } from "#shared/contract/index.ts";
import { hasRole } from "#shared/contract/procedure.ts";
import type { DeskState, Settings } from "#shared/contract/settings.ts";
import { settingsSchema } from "#shared/contract/settings.ts";
import { withoutUndefined } from "#shared/domain/basics/tidy.ts";
import { err, ok } from "#shared/result.ts";
import type { SettingStore } from "#core/db/stores/small-stores.ts";
import type { Caller, Slice } from "#core/handlers.ts";
import { isLookAlike, plainName } from "#core/names/look-alike.ts";
import type { DeskContext, DeskSettings, PairedDesk } from "#core/services/context.ts";
import type { DesksService } from "#core/services/desks/desks.ts";
import { readRole } from "#core/services/desks/desks-role.ts";

/** Defaults: with sound. */
const firstSettings: Settings = {
  desk: "Desk 1",
  operator: "",
  sounds: true,
  volume: 0.7,
  checkInOnScan: false,
  scannerPrefix: "",
};

const currentEventKey = "currentEvent";
/** The key of a paired device's own settings, which override the station's; null for the station itself. */
const deviceKey = ({ device, deviceId }: PairedDesk): string | null =>
  device === undefined ? null : `device.${deviceId ?? device}`;

export function createDeskSettings(store: SettingStore): DeskSettings {
  const get = (paired: PairedDesk = {}): Settings => {
    const station = readSettings(store.all(), firstSettings);
    const key = deviceKey(paired);
    if (key === null) return station;
    const own = store.get(key);
    const ownSettings = typeof own === "object" && own !== null ? own : {};
    // The station's operator does not operate the device.
    const inherited = { ...station, operator: "" };
    return { ...readSettings({ ...ownSettings }, inherited), desk: paired.device ?? station.desk };
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
      return get(paired);
    },
    currentEventId() {
      const stored = store.get(currentEventKey);
      return typeof stored === "string" ? stored : null;
    },
    setCurrentEventId: (eventId) => store.set(currentEventKey, eventId),
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
  readonly desks: Pick<DesksService, "rename">;
  readonly about: () => DeskState["about"];
}

type Save = ParsedInputOf<"settings.save">;

export function createSettingsService({
  context,
  desks,
  about,
}: SettingsServiceOptions): Slice<"desk.get" | "settings.save"> {
  const { commands, feed, settings, stores } = context;

  const save = (input: Save, caller: Caller) => {
    const { commandId: _commandId, ...change } = input;
    const reply = commands.save("settings.save", input, () => {
      // Fields that were not sent stay unchanged.
      const put = withoutUndefined(change);
      const name = newNameIn(context, input, caller);
      if (name === null) return ok(settings.put(put, caller));
      return nameTaken(context, name) ?? ok(settings.put({ ...put, desk: name }, caller));
    });
    if (reply.ok) feed.publish("settings");
    return reply;
  };

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
      const name = newNameIn(context, input, caller);
      if (name === null || readRole(stores).role !== "full") return save(input, caller);
      // The hub knows every name of the venue, so a full desk takes a new name only with it.
      return commands.wait("settings.save", input, async () => {
        const before = settings.get().desk;
        const taken = nameTaken(context, name) ?? (await desks.rename(name));
        if (taken?.ok === false) return taken;
        const saved = save(input, caller);
        if (!saved.ok) await desks.rename(before);
        return saved;
      });
    },
  };
}

/** The new name of this computer's own desk; null if its name stays. */
function newNameIn({ settings }: DeskContext, { desk }: Save, { device }: Caller): string | null {
  if (desk === undefined || device !== undefined) return null;
  const name = plainName(desk);
  return name === settings.get().desk ? null : name;
}

/** Whether a browser or computer that works with this one, or a computer that those know, has such a name (S10). */
function nameTaken({ stores }: DeskContext, name: string) {
  const others = [...stores.devices.list(), ...stores.exchange.members()];
  const alike = others.find((other) => isLookAlike(other.name, name));
  if (alike === undefined) return null;
  return err("name-taken", "A paired device is called like this", {
    details: { name: alike.name },
  });
}

/** Uses the contract's role of each procedure, as the router does. */
const forbiddenTo = ({ role }: Caller): ProcedureName[] =>
  procedureNames.filter((name) => !hasRole(role, procedures[name].role));
