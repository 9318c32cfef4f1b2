import type { Logger } from "#core/ports.ts";
import type { Db } from "#core/db/open/database.ts";
import { rebuildKey } from "./repair-database.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { Stores } from "#core/db/stores.ts";

const rowsAtOnce = 500;

/**
 * Rebuilds all projections of a repaired database (J5). If a crash or a full disk prevents this, the next start
 * rebuilds them.
 */
export function rebuildProjectionsIfNeeded(db: Db, stores: Stores, logger: Logger): void {
  if (stores.meta.get(rebuildKey) !== "1") return;
  try {
    rebuildAll(db, stores);
  } catch (error) {
    if (!(error instanceof NotSavedError)) throw error;
    logger.log("error", "projections.not-rebuilt", { why: error.why });
  }
}

function rebuildAll(db: Db, { meta, runners }: Stores): void {
  const events = db.raw
    .prepare<[], string>(
      "SELECT event_id FROM registration UNION SELECT event_id FROM runner UNION SELECT event_id FROM journal WHERE event_id IS NOT NULL",
    )
    .pluck()
    .all();
  for (const eventId of events) {
    let step: Parameters<typeof runners.rebuild>[1] = null;
    do ({ next: step } = runners.rebuild(eventId, step, rowsAtOnce));
    while (step !== null);
  }
  db.transaction(() => meta.set(rebuildKey, "0"));
}
