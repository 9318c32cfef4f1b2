import { expect, test } from "vitest";
import {
  useMovedBibs,
  watchMovedBibs,
} from "#renderer/features/podium/finish-log/saving/moved-bibs.tsx";
import type { TypedBib } from "#renderer/features/podium/finish-log/finish-rows.ts";
import { createSaveQueue } from "#renderer/features/podium/finish-log/saving/save-queue.ts";
import type { Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";

const noStore = { read: () => null, write: () => undefined };

/** A queue whose first attempt fails; then each bib is answered with the length of the log. */
async function saveAll(
  eventId: string,
  items: readonly TypedBib[],
  lengths: readonly number[],
): Promise<unknown> {
  const replies: Result<number>[] = [
    err("transport-down", "There is no connection."),
    ...lengths.map((length) => ok(length)),
  ];
  let commands = 0;
  const queue = createSaveQueue<TypedBib>({
    kept: noStore,
    aside: noStore,
    isItem: (value): value is TypedBib => value !== null,
    batchSize: 1,
    newCommandId: () => `command-${(commands += 1)}`,
    send: async () => replies.shift() ?? err("internal", "There is no further answer."),
    after: () => () => undefined,
  });
  watchMovedBibs(eventId, queue);
  for (const item of items) queue.add(item);
  await expect.poll(() => queue.get().failure).not.toBeNull();
  queue.tryNow();
  await expect.poll(() => queue.get().unsaved).toEqual([]);
  return useMovedBibs.getState()[eventId] ?? [];
}

test("P9 a bib that was typed before the log was known is named if another desk's bib came between it and the bib before it", async () => {
  const items = ["1042", "1187", "1038"].map((bib) => ({ id: `id-${bib}`, bib }));
  expect(await saveAll("evt-between", items, [5, 7, 8])).toEqual([{ bib: "1187", index: 6 }]);
});

test("P9 bibs that were typed before the log was known are not named if they follow each other", async () => {
  const items = ["1042", "1187"].map((bib) => ({ id: `id-${bib}`, bib }));
  expect(await saveAll("evt-behind", items, [5, 6])).toEqual([]);
});

test("P9 a bib is named if it is in a later row than the screen showed", async () => {
  const items = [
    { id: "id-1", bib: "1042", index: 4 },
    { id: "id-2", bib: "1187", index: 5 },
  ];
  expect(await saveAll("evt-later", items, [5, 7])).toEqual([{ bib: "1187", index: 6 }]);
});

test("P9 a bib that was typed before the log was known is compared with the bib before it, also if that one was typed after a look at the log", async () => {
  const items = [
    { id: "id-1", bib: "1042", index: 4 },
    { id: "id-2", bib: "1187" },
    { id: "id-3", bib: "1038" },
  ];
  expect(await saveAll("evt-mixed", items, [5, 7, 8])).toEqual([{ bib: "1187", index: 6 }]);
});
