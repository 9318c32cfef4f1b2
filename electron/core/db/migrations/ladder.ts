import { firstTables } from "./0001-first-tables.ts";
import { finishLine } from "./0002-finish-line.ts";
import { publicationEditions } from "./0003-publication-editions.ts";
import { nearNames } from "./0004-near-names.ts";
import { pronunciation } from "./0005-pronunciation.ts";
import { settledBibs } from "./0006-settled-bibs.ts";
import { deviceRole } from "./0007-device-role.ts";

/**
 * Every migration, in order; its place, from 1, is the database's `user_version` after it. One that landed is never
 * edited: a test knows their hashes.
 */
export const migrations: readonly string[] = [
  firstTables,
  finishLine,
  publicationEditions,
  nearNames,
  pronunciation,
  settledBibs,
  deviceRole,
];

/** The version this program works with. */
export const schemaVersion = migrations.length;
