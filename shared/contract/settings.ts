import { z } from "zod";
import { atMsSchema, bareCommandSchema, commandIdSchema, nothingSchema } from "./common.ts";
import { command, query } from "./procedure.ts";

export const settingsSchema = z.object({
  desk: z.string().trim().min(1).max(60),
  operator: z.string().trim().max(60),
  theme: z.enum(["light", "dark", "system"]),
  sounds: z.boolean(),
  /** 0 to 1. */
  volume: z.number().min(0).max(1),
  /** A scan of one confirmed runner checks in at once (B4); off at first. */
  checkInOnScan: z.boolean(),
  /** What the scanner types before the code, to be taken away. */
  scannerPrefix: z.string().max(20),
});
export type Settings = z.infer<typeof settingsSchema>;

export const backupSchema = z.object({
  name: z.string(),
  atMs: atMsSchema,
  bytes: z.int(),
});

export const aboutSchema = z.object({
  version: z.string(),
  host: z.enum(["desktop", "station"]),
  sqliteVersion: z.string(),
  nodeVersion: z.string(),
  /** Null on a host that is no window of its own. */
  electronVersion: z.string().nullable(),
  chromiumVersion: z.string().nullable(),
  dataDir: z.string(),
  deviceId: z.string(),
  /** What is wrong with the data, in closed codes; empty when all is well. */
  findings: z.array(
    z.object({
      code: z.enum([
        "database-set-aside",
        "database-damaged",
        "database-mended",
        "log-damaged",
        "log-mended",
        "journal-short",
        "file-gone",
        "file-replaced",
        "folder-synced",
        "journal-chain-broken",
        "projection-differs",
      ]),
      facts: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
});

export const deskStateSchema = z.object({
  settings: settingsSchema,
  currentEventId: z.string().nullable(),
  about: aboutSchema,
  /** The procedures that whoever asks may not call: screens leave out what needs them. Empty for the owner. */
  forbidden: z.array(z.string()),
});
export type DeskState = z.infer<typeof deskStateSchema>;

/** `lead` may decide about what was sent and make exports, besides all that a desk does (S10). */
export const deviceRoleSchema = z.enum(["desk", "lead"]);
export type DeviceRole = z.infer<typeof deviceRoleSchema>;

export const deviceSchema = z.object({
  id: z.string(),
  name: z.string(),
  pairedAtMs: atMsSchema,
  lastSeenAtMs: atMsSchema.nullable(),
  role: deviceRoleSchema,
});

export const ownerSessionSchema = z.object({
  id: z.string(),
  /** What the browser calls itself, which may be nothing; null for a script. */
  browser: z.string().nullable(),
  sinceMs: atMsSchema,
  lastUsedAtMs: atMsSchema,
  /** The one that asks. */
  isThis: z.boolean(),
});

export const exportSubjectSchema = z.enum([
  "check-ins",
  "walk-ups",
  "podium",
  "finish-log",
  "journal",
]);
export type ExportSubject = z.infer<typeof exportSubjectSchema>;

export const exportLayoutSchema = z.enum([
  "plain",
  "ultrasignup",
  "runsignup",
  "race-result",
  "webscorer",
]);
export type ExportLayout = z.infer<typeof exportLayoutSchema>;

export const settingsProcedures = {
  "desk.get": query({
    reach: "desk",
    summary: "This desk: settings, the open event, what program this is.",
    input: nothingSchema,
    output: deskStateSchema,
    errors: [],
  }),
  "settings.save": command({
    reach: "desk",
    summary: "Changes some settings.",
    input: settingsSchema.partial().extend({ commandId: commandIdSchema }),
    output: settingsSchema,
    errors: ["name-taken", "not-saved"],
  }),
  "backup.list": query({
    reach: "owner",
    summary: "The backups this computer keeps, newest first.",
    input: nothingSchema,
    output: z.object({ backups: z.array(backupSchema), folder: z.string() }),
    errors: [],
  }),
  "backup.make": command({
    reach: "owner",
    summary: "Makes a backup now, while the desk goes on.",
    input: bareCommandSchema,
    output: backupSchema,
    errors: ["not-saved"],
  }),
  "export.make": command({
    reach: "lead",
    summary: "Writes a file to this computer's export folder, while the desk goes on.",
    input: z.object({
      commandId: commandIdSchema,
      eventId: z.string(),
      what: exportSubjectSchema,
      format: z.enum(["csv", "json"]),
      /** Columns as another program reads them, for CSV of what it knows; `plain` is Chute's own. */
      layout: exportLayoutSchema.optional(),
      /** One run alone, where the file is about runs. */
      runId: z.string().max(200).optional(),
    }),
    output: z.object({ name: z.string(), path: z.string(), rows: z.int(), bytes: z.int() }),
    /** `layout-unfit`: that program has no columns for this. */
    errors: ["not-found", "layout-unfit", "not-saved"],
  }),
  "export.list": query({
    reach: "lead",
    summary: "The files that were exported, newest first.",
    input: nothingSchema,
    output: z.object({
      folder: z.string(),
      /** This host can ask for another folder. */
      canChoose: z.boolean(),
      files: z.array(z.object({ name: z.string(), atMs: atMsSchema, bytes: z.int() })),
    }),
    errors: [],
  }),
  "export.chooseFolder": command({
    reach: "owner",
    summary: "Asks the person at this computer for the folder that exports go to.",
    input: bareCommandSchema,
    output: z.object({ folder: z.string() }),
    errors: ["not-a-desktop", "cancelled", "not-saved"],
  }),
  "journal.verify": query({
    reach: "owner",
    summary: "Verifies the hash chain (J6) and compares every projection with its rebuild (J5).",
    input: nothingSchema,
    output: z.object({
      entries: z.int(),
      brokenAt: z.array(z.object({ device: z.string(), epoch: z.string(), sequence: z.int() })),
      differences: z.int(),
    }),
    errors: [],
  }),
  "pairing.open": command({
    reach: "owner",
    summary: "Shows a code that pairs one more device within five minutes (S1).",
    input: bareCommandSchema,
    output: z.object({ code: z.string(), expiresAtMs: atMsSchema }),
    errors: ["not-a-station"],
  }),
  "device.list": query({
    reach: "owner",
    summary: "The devices paired with this station.",
    input: nothingSchema,
    output: z.object({
      devices: z.array(deviceSchema),
      /** The code that pairs one more; it is gone as soon as it was used. */
      pairing: z.object({ code: z.string(), expiresAtMs: atMsSchema }).nullable(),
      /** Devices that read more people at once than a desk needs and were slowed down, in this run (S10). */
      slowed: z.array(z.object({ deviceId: z.string(), atMs: atMsSchema })),
      /** Where devices of the network come in, and the fingerprint of the certificate they are shown (S8); null where none may. */
      door: z.object({ addresses: z.array(z.string()), fingerprint: z.string() }).nullable(),
    }),
    errors: [],
  }),
  "session.list": query({
    reach: "owner",
    summary: "Browsers and scripts that are in as the owner; empty on the desktop (S7).",
    input: nothingSchema,
    output: z.object({ sessions: z.array(ownerSessionSchema) }),
    errors: [],
  }),
  "session.endOthers": command({
    reach: "owner",
    summary: "Signs out every browser and script of the owner but the one that asks (S7).",
    input: bareCommandSchema,
    output: z.object({ sessions: z.array(ownerSessionSchema) }),
    errors: [],
  }),
  "device.setRole": command({
    reach: "owner",
    summary: "Gives a paired device deciding and exports, or takes them away (S10).",
    input: z.object({ commandId: commandIdSchema, deviceId: z.string(), role: deviceRoleSchema }),
    output: z.object({ devices: z.array(deviceSchema) }),
    errors: ["not-found", "not-saved"],
  }),
  "device.revoke": command({
    reach: "owner",
    summary: "Takes a paired device's access away.",
    input: z.object({ commandId: commandIdSchema, deviceId: z.string() }),
    output: z.object({ devices: z.array(deviceSchema) }),
    errors: ["not-found", "not-saved"],
  }),
} as const;
