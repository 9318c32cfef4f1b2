import { firstTables } from "./0001-first-tables.ts";
import { finishLine } from "./0002-finish-line.ts";
import { publicationEditions } from "./0003-publication-editions.ts";
import { nearNames } from "./0004-near-names.ts";
import { pronunciation } from "./0005-pronunciation.ts";
import { settledBibs } from "./0006-settled-bibs.ts";
import { deviceRole } from "./0007-device-role.ts";
import { manyDesks } from "./0008-many-desks.ts";
import { plainCodes } from "./0009-plain-codes.ts";
import { changedBibs } from "./0010-changed-bibs.ts";
import { currentVersion } from "./0011-current-version.ts";
import { bibsInEitherCase } from "./0012-bibs-in-either-case.ts";
import { undoByDevice } from "./0013-undo-by-device.ts";
import { toldBibs } from "./0014-told-bibs.ts";
import { noOrder } from "./0015-no-order.ts";
import { noFilters } from "./0016-no-filters.ts";
import { letIn } from "./0017-let-in.ts";
import { differingBibs } from "./0018-differing-bibs.ts";
import { recentCheckIns } from "./0019-recent-check-ins.ts";
import { namesKept } from "./0020-names-kept.ts";

/**
 * All migrations in order. The position, from 1, is the `user_version` of the database after the migration. Never edit a
 * published migration: a test compares their hashes.
 */
export const migrations: readonly string[] = [
  firstTables,
  finishLine,
  publicationEditions,
  nearNames,
  pronunciation,
  settledBibs,
  deviceRole,
  manyDesks,
  plainCodes,
  changedBibs,
  currentVersion,
  bibsInEitherCase,
  undoByDevice,
  toldBibs,
  noOrder,
  noFilters,
  letIn,
  differingBibs,
  recentCheckIns,
  namesKept,
];

/** The `user_version` that this program needs. */
export const schemaVersion = migrations.length;
