import type { Database } from "better-sqlite3";
import { foldBib } from "#shared/domain/search/text-folding.ts";
import type { FinishLineKey } from "./finish-line-subjects.ts";
import type { FinishRecord, GunRecord } from "./finish-store.ts";
import { finishTable, gunTable, writtenTable } from "./finish-store.ts";
import type { GroupsRecord, PodiumRecord } from "./podium-store.ts";
import { groupsTable, podiumTable } from "./podium-store.ts";

/** A projected row of podium or finish log. */
export type FinishLineRow =
  | { readonly table: "podium"; readonly row: PodiumRecord }
  | { readonly table: "podium_groups"; readonly row: GroupsRecord }
  | { readonly table: "finish_item"; readonly row: FinishRecord }
  | { readonly table: "gun"; readonly row: GunRecord };

const ofRun = "event_id = @eventId AND run_id = @runId";

/** SQL conditions that are true for the row of a key. */
const ofKey = {
  podium: `${ofRun} AND segment_id = @segmentId`,
  podium_groups: ofRun,
  finish_item: "event_id = @eventId AND list = @list AND id = @id",
  gun: ofRun,
} as const satisfies Record<FinishLineKey["table"], string>;

/** The rows of podium and finish log by their keys. Only the projector may write them. */
export function createFinishLineRows(raw: Database) {
  const select = {
    podium: podiumTable.select<[FinishLineKey]>(raw, `WHERE ${ofKey.podium}`),
    podium_groups: groupsTable.select<[FinishLineKey]>(raw, `WHERE ${ofKey.podium_groups}`),
    finish_item: finishTable.select<[FinishLineKey]>(raw, `WHERE ${ofKey.finish_item}`),
    gun: gunTable.select<[FinishLineKey]>(raw, `WHERE ${ofKey.gun}`),
  };
  const removeFrom = (table: FinishLineKey["table"]) =>
    raw.prepare<[FinishLineKey]>(`DELETE FROM ${table} WHERE ${ofKey[table]}`);
  const remove = {
    podium: removeFrom("podium"),
    podium_groups: removeFrom("podium_groups"),
    finish_item: removeFrom("finish_item"),
    gun: removeFrom("gun"),
  };
  const putSegment = podiumTable.upsert(raw, ["eventId", "runId", "segmentId"]);
  const putGroups = groupsTable.upsert(raw, ["eventId", "runId"]);
  const putItem = writtenTable.upsert(raw, ["eventId", "list", "id"]);
  const putGun = gunTable.upsert(raw, ["eventId", "runId"]);
  return {
    get: (key: FinishLineKey): FinishLineRow["row"] | null => select[key.table].get(key),
    remove: (key: FinishLineKey) => remove[key.table].run(key),
    put({ table, row }: FinishLineRow) {
      switch (table) {
        case "podium":
          return putSegment(row);
        case "podium_groups":
          return putGroups(row);
        case "finish_item":
          return putItem({ ...row, bibFold: row.bib === null ? null : foldBib(row.bib) });
        case "gun":
          return putGun(row);
      }
    },
  };
}
