import { join } from "node:path";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { openTestDatabase } from "#test/support/database.ts";
import type { PodiumDesk } from "./podium-desk.ts";
import { eventId, podiumDesk } from "./podium-desk.ts";

export const entriesOf = (desk: PodiumDesk): JournalEntry[] =>
  inDatabase(desk, ({ stores }) => stores.journal.latest(eventId, { limit: 10_000 }));

export function inDatabase<Value>(
  desk: PodiumDesk,
  look: (database: ReturnType<typeof openTestDatabase>) => Value,
): Value {
  const database = openTestDatabase({ folder: join(desk.dataDir, "live") });
  try {
    return look(database);
  } finally {
    database.db.close();
  }
}

/** Imports the journal of the other computer. */
export async function merge(
  desk: PodiumDesk,
  entries: readonly JournalEntry[],
): Promise<PodiumDesk> {
  await desk.core.close();
  inDatabase(desk, ({ db, stores }) =>
    db.transaction(() => stores.runners.refreshFor(stores.journal.merge(entries).added)),
  );
  return podiumDesk(await desk.reopen(), desk.partner);
}
