import fc from "fast-check";
import { expect, test } from "vitest";
import { newCommandId } from "#test/support/test-core.ts";
import type { FinishEntry } from "./finish-desk.ts";
import { finishDesk, newItemId } from "./finish-desk.ts";
import { eventId, openPodium, runId, tablet } from "./podium-desk.ts";

const list = fc.constantFrom("stamps" as const, "bibs" as const);
const bib = fc.constantFrom("7", "007", "A12", "99", "555", null);
const at = fc.nat(9);

/** `at` and `to` are positions among the rows; a larger number means the end. */
const action = fc.oneof(
  fc.record({ do: fc.constant("stamp" as const), atMs: fc.nat(50) }),
  fc.record({ do: fc.constant("bib" as const), bib, at }),
  fc.record({ do: fc.constant("gap" as const), at }),
  fc.record({ do: fc.constant("change" as const), at, bib }),
  fc.record({ do: fc.constant("move" as const), list, at, to: at }),
  fc.record({ do: fc.constant("remove" as const), list, at }),
);
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

interface Lists {
  readonly stamps: { readonly id: string; readonly says: number | null }[];
  readonly bibs: { readonly id: string; readonly says: string | null }[];
}

const readLists = async (log: FinishEntry): Promise<Lists> => {
  const { rows } = await log.page(0, 500);
  return {
    stamps: rows.flatMap(({ stamp }) =>
      stamp === null ? [] : [{ id: stamp.id, says: stamp.atMs }],
    ),
    bibs: rows.flatMap(({ line }) => (line === null ? [] : [{ id: line.id, says: line.bib }])),
  };
};

/** Performs the action and compares each list with a plain array. */
async function perform(log: FinishEntry, one: Action): Promise<void> {
  const before = await readLists(log);
  const idAt = (name: "stamps" | "bibs", place: number): string | null =>
    before[name][place]?.id ?? null;
  const id = newItemId();
  const inserted = <Item>(items: readonly Item[], place: number, item: Item): Item[] =>
    items.toSpliced(Math.min(place, items.length), 0, item);
  switch (one.do) {
    case "stamp":
      await log.do("stamp", { stamps: [{ id, atMs: one.atMs }] });
      return;
    case "bib":
      await log.do("bib", { id, bib: one.bib, before: idAt("bibs", one.at) });
      expect((await readLists(log)).bibs).toEqual(
        inserted(before.bibs, one.at, { id, says: one.bib }),
      );
      return;
    case "gap": {
      const target = idAt("stamps", one.at);
      if (target === null) return;
      await log.do("gap", { id, before: target });
      expect((await readLists(log)).stamps).toEqual(
        inserted(before.stamps, one.at, { id, says: null }),
      );
      return;
    }
    case "change": {
      const line = idAt("bibs", one.at);
      if (line !== null) await log.do("change", { id: line, bib: one.bib });
      return;
    }
    case "move": {
      const moved = before[one.list][one.at];
      if (moved === undefined) return;
      const target = idAt(one.list, one.to);
      await log.do("move", { list: one.list, id: moved.id, before: target });
      if (target === moved.id) return;
      const rest = before[one.list].filter((item) => item !== moved);
      const place = rest.findIndex((item) => item.id === target);
      const expected = inserted<(typeof rest)[number]>(
        rest,
        place < 0 ? rest.length : place,
        moved,
      );
      expect((await readLists(log))[one.list]).toEqual(expected);
      return;
    }
    case "remove": {
      const gone = idAt(one.list, one.at);
      if (gone === null) return;
      await log.do("remove", { list: one.list, id: gone });
      expect((await readLists(log))[one.list].some((item) => item.id === gone)).toBe(false);
    }
  }
}

test("J2 J5 whatever is done in a finish log, in whatever order: each step does what a list would, and undoing all of it leaves nothing", async () => {
  const desk = await openPodium();
  const log = finishDesk(desk);
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 14 }), async (actions) => {
      const states: Lists[] = [];
      for (const one of actions) {
        const before = await readLists(log);
        await perform(log, one);
        if (JSON.stringify(await readLists(log)) !== JSON.stringify(before)) states.push(before);
      }
      expect(await desk.value("journal.verify", {})).toMatchObject({ differences: 0 });
      for (let left = 40; left > 0 && (await log.do("undo", {})) !== "nothing-to-undo"; left -= 1) {
        const now = JSON.stringify(await readLists(log));
        while (states.length > 0 && JSON.stringify(states.at(-1)) === now) states.pop();
      }
      expect(states).toEqual([]);
      expect(await readLists(log)).toEqual({ stamps: [], bibs: [] });
    }),
    { numRuns: 25 },
  );
});

test("J4 the presses of two desks stand in the order of their times, in whatever order they come in", async () => {
  const desk = await openPodium();
  const log = finishDesk(desk);
  const press = fc.record({ atMs: fc.nat(20), device: fc.boolean() });
  let runs = 0;
  const orderAfter = async (presses: readonly { atMs: number; device: boolean; at: number }[]) => {
    runs += 1;
    for (const { atMs, device, at: key } of presses) {
      const stamps = [{ id: `press-${key}-of-${runs}`, atMs }];
      await log.do("stamp", { stamps }, device ? tablet : undefined);
    }
    const { stamps } = await readLists(log);
    for (const { id } of stamps) await log.do("remove", { list: "stamps", id });
    return stamps.map(({ id, says }) => [id.split("-")[1], says]);
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(press, { minLength: 1, maxLength: 10 }).chain((presses) => {
        const named = presses.map((one, key) => ({ ...one, at: key }));
        return fc.tuple(
          fc.constant(named),
          fc.shuffledSubarray(named, { minLength: named.length }),
        );
      }),
      async ([presses, shuffled]) => {
        const order = await orderAfter(presses);
        expect(order.map(([, says]) => says)).toEqual(
          presses.map(({ atMs }) => atMs).toSorted((one, other) => one - other),
        );
        expect(await orderAfter(shuffled)).toEqual(order);
      },
    ),
    { numRuns: 20 },
  );
});

test("P2 ten thousand presses are each kept once, and any stretch of them is shown", async () => {
  const desk = await openPodium();
  const log = finishDesk(desk);
  const startAtMs = 1_000_000;
  const presses = Array.from({ length: 10_000 }, (_, at) => ({
    id: newItemId(),
    atMs: startAtMs + ((at * 7_919) % 10_000) * 500,
  }));
  for (let from = 0; from < presses.length; from += 500) {
    const stamps = presses.slice(from, from + 500);
    const order = { commandId: newCommandId(), eventId, stamps };
    const reply = await desk.value("finish.stamp", order);
    expect(reply.stamps).toBe(from + 500);
    if (from % 2_000 === 0) {
      expect(await desk.value("finish.stamp", order)).toEqual(reply);
      const again = { ...order, commandId: newCommandId() };
      expect(await desk.value("finish.stamp", again)).toEqual(reply);
    }
  }
  await desk.value("gun.set", { commandId: newCommandId(), eventId, runId, atMs: startAtMs });
  await log.type("7", "A12");
  const middle = await log.page(5_000, 3);
  expect(middle.rows.map(({ stamp }) => stamp?.atMs)).toEqual(
    [5_000, 5_001, 5_002].map((at) => startAtMs + at * 500),
  );
  const last = await log.page();
  expect(last).toMatchObject({ total: 10_000, lastAction: { kind: "bib" } });
  expect(last.rows.at(-1)?.stamp?.atMs).toBe(startAtMs + 9_999 * 500);
  const { placings } = await desk.value("finish.placings", { eventId, runId });
  expect(placings.map(({ hundredths }) => hundredths)).toEqual([0, 50]);
  expect(await desk.value("journal.verify", {})).toMatchObject({ brokenAt: [], differences: 0 });
});
