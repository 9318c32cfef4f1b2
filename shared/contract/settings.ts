import { z } from "zod";
import { atMsSchema, nothingSchema } from "./common.ts";
import { command, query } from "./procedure.ts";

export const settingsSchema = z.object({
  desk: z.string().trim().min(1).max(60),
  operator: z.string().trim().max(60),
  sounds: z.boolean(),
  /** 0 to 1. */
  volume: z.number().min(0).max(1),
  /** A scan of one confirmed runner checks in at once (B4); off by default. */
  checkInOnScan: z.boolean(),
  /** The prefix that the scanner types before the code. */
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
  /** Null at a station. */
  electronVersion: z.string().nullable(),
  chromiumVersion: z.string().nullable(),
  dataDir: z.string(),
  deviceId: z.string(),
  /** Problems of the data; empty if there are none. */
  findings: z.array(
    z.object({
      code: z.enum([
        "database-set-aside",
        "database-damaged",
        "database-repaired",
        "log-damaged",
        "log-repaired",
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
  /** The procedures that the caller may not call; screens hide the controls for them. Empty for the owner. */
  forbidden: z.array(z.string()),
});
export type DeskState = z.infer<typeof deskStateSchema>;

/** A `lead` may also decide about outbox entries and make exports (S10). */
export const deviceRoleSchema = z.enum(["desk", "lead"]);
export type DeviceRole = z.infer<typeof deviceRoleSchema>;

/** `peer`: another database, paired as a full desk (M3). */
export const pairedRoleSchema = z.enum(["desk", "lead", "peer"]);
export type PairedRole = z.infer<typeof pairedRoleSchema>;

/** A code that pairs devices (M2). */
export const pairingCodeSchema = z.object({
  code: z.string(),
  expiresAtMs: atMsSchema,
  /** Number of devices that may still use it. */
  left: z.int(),
});
export type PairingCode = z.infer<typeof pairingCodeSchema>;

export const deviceSchema = z.object({
  id: z.string(),
  name: z.string(),
  lastSeenAtMs: atMsSchema.nullable(),
  role: pairedRoleSchema,
});

export const ownerSessionSchema = z.object({
  /** The id is not secret. */
  id: z.string(),
  /** The name of the browser, which may be empty; null for a script. */
  browser: z.string().nullable(),
  sinceMs: atMsSchema,
  lastUsedAtMs: atMsSchema,
  /** The session of the caller. */
  isThis: z.boolean(),
});
export type OwnerSession = z.infer<typeof ownerSessionSchema>;

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
    role: "desk",
    summary: "This desk: settings, the open event, the version of the program.",
    input: nothingSchema,
    output: deskStateSchema,
  }),
  "settings.save": command({
    role: "desk",
    summary: "Changes some settings.",
    input: settingsSchema.partial(),
    output: settingsSchema,
    errors: ["name-taken", "not-saved"],
  }),
  "backup.list": query({
    role: "owner",
    summary: "The backups of this computer, newest first.",
    input: nothingSchema,
    output: z.object({ backups: z.array(backupSchema), folder: z.string() }),
  }),
  "backup.make": command({
    role: "owner",
    summary: "Makes a backup now; the desk can continue to work.",
    input: nothingSchema,
    output: backupSchema,
    errors: ["not-saved"],
  }),
  "export.make": command({
    role: "lead",
    summary: "Writes a file to this computer's export folder; the desk can continue to work.",
    input: z.object({
      eventId: z.string(),
      what: exportSubjectSchema,
      format: z.enum(["csv", "json"]),
      /** The CSV columns of another program; `plain` has Chute's columns. */
      layout: exportLayoutSchema.optional(),
      /** Only this run, if the file is about runs. */
      runId: z.string().max(200).optional(),
    }),
    output: z.object({ name: z.string(), path: z.string(), rows: z.int(), bytes: z.int() }),
    /** `layout-unfit`: the layout does not exist for this subject. */
    errors: ["not-found", "layout-unfit", "not-saved"],
  }),
  "export.list": query({
    role: "lead",
    summary: "The files that were exported, newest first.",
    input: nothingSchema,
    output: z.object({
      folder: z.string(),
      /** This host can choose another folder. */
      canChoose: z.boolean(),
      files: z.array(z.object({ name: z.string(), atMs: atMsSchema, bytes: z.int() })),
    }),
  }),
  "export.chooseFolder": command({
    role: "owner",
    summary: "Asks the person at this computer for the export folder.",
    input: nothingSchema,
    output: z.object({ folder: z.string() }),
    errors: ["not-a-desktop", "cancelled", "not-saved"],
  }),
  "journal.verify": query({
    role: "owner",
    summary: "Verifies the hash chain (J6) and compares every projection with its rebuild (J5).",
    input: nothingSchema,
    output: z.object({
      entries: z.int(),
      brokenAt: z.array(z.object({ device: z.string(), epoch: z.string(), sequence: z.int() })),
      differences: z.int(),
    }),
  }),
  "pairing.open": command({
    role: "owner",
    summary: "Shows a code that pairs up to 20 devices within ten minutes (S1, M2).",
    input: nothingSchema,
    output: pairingCodeSchema,
    errors: ["not-a-station"],
  }),
  "device.list": query({
    role: "owner",
    summary: "The devices paired with this station.",
    input: nothingSchema,
    output: z.object({
      devices: z.array(deviceSchema),
      /** The code for pairing one more device; null after its use. */
      pairing: pairingCodeSchema.nullable(),
      /** Devices that were slowed down in this run, because they read too many runners at once (S10). */
      slowed: z.array(z.object({ deviceId: z.string(), atMs: atMsSchema })),
      /** The addresses for devices of the network, and the fingerprint of the certificate (S8); null without access. */
      lanEndpoint: z.object({ addresses: z.array(z.string()), fingerprint: z.string() }).nullable(),
    }),
  }),
  "session.list": query({
    role: "owner",
    summary: "The sessions of the owner in browsers and scripts; empty on the desktop (S7).",
    input: nothingSchema,
    output: z.object({ sessions: z.array(ownerSessionSchema) }),
  }),
  "session.endOthers": command({
    role: "owner",
    summary: "Ends all sessions of the owner except the caller's (S7).",
    input: nothingSchema,
    output: z.object({ sessions: z.array(ownerSessionSchema) }),
  }),
  "device.setRole": command({
    role: "owner",
    summary: "Gives a paired device decisions and exports, or revokes them (S10).",
    input: z.object({ deviceId: z.string(), role: deviceRoleSchema }),
    output: z.object({ devices: z.array(deviceSchema) }),
    errors: ["not-found", "not-saved"],
  }),
  "device.rename": command({
    role: "owner",
    summary: "Gives a paired browser another name, which no other desk has or seems to have (S10).",
    input: z.object({
      deviceId: z.string(),
      name: z.string().trim().min(1).max(60),
    }),
    output: z.object({ devices: z.array(deviceSchema) }),
    /** `not-found` also for a full desk, which renames itself (M3). */
    errors: ["not-found", "name-taken", "invalid-name", "not-saved"],
  }),
  "device.revoke": command({
    role: "owner",
    summary: "Revokes the access of a paired device, and ends the open pairing code (S1).",
    input: z.object({ deviceId: z.string() }),
    output: z.object({ devices: z.array(deviceSchema) }),
    errors: ["not-found", "not-saved"],
  }),
} as const;
