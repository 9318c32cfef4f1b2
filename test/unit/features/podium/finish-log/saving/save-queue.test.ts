import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSaveQueue } from "#renderer/features/podium/finish-log/saving/save-queue.ts";
import type { SaveQueue } from "#renderer/features/podium/finish-log/saving/save-queue.ts";
import type { Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";

interface Stamp {
  readonly id: string;
  readonly atMs: number;
}

const isStamp = (value: unknown): value is Stamp =>
  typeof value === "object" &&
  value !== null &&
  "id" in value &&
  typeof value.id === "string" &&
  "atMs" in value &&
  Number.isInteger(value.atMs);

interface Sent {
  readonly commandId: string;
  readonly items: readonly Stamp[];
  readonly answer: (reply: Result<number>) => void;
}

/** A queue whose answers and waits the test controls. */
function openQueue(
  store: { text: string | null } = { text: null },
  batchSize = 500,
  asideStore: { text: string | null } = { text: null },
) {
  const sent: Sent[] = [];
  const waits: { readonly delayMs: number; readonly run: () => void }[] = [];
  let ids = 0;
  const queue: SaveQueue<Stamp> = createSaveQueue<Stamp>({
    kept: {
      read: () => store.text,
      write(text) {
        store.text = text;
      },
    },
    aside: {
      read: () => asideStore.text,
      write(text) {
        asideStore.text = text;
      },
    },
    isItem: isStamp,
    batchSize,
    newCommandId: () => `command-${(ids += 1)}`,
    send: (commandId, items) =>
      new Promise((answer) => {
        sent.push({ commandId, items, answer });
      }),
    after(delayMs, run) {
      const wait = { delayMs, run };
      waits.push(wait);
      return () => {
        const at = waits.indexOf(wait);
        if (at >= 0) waits.splice(at, 1);
      };
    },
  });
  return { queue, sent, waits, store, asideStore };
}

const stamp = (id: string, atMs = 1): Stamp => ({ id, atMs });
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe("stamps on their way to the core", () => {
  test("J8 what got no answer goes again as it was, with the same command id, and counts once", async () => {
    const { queue, sent, waits } = openQueue();
    queue.add(stamp("a"));
    queue.add(stamp("b"));
    sent[0]?.answer(err("transport-down", ""));
    await settled();
    expect(queue.get().failure?.code).toBe("transport-down");
    expect(queue.get().unsaved.map(({ id }) => id)).toEqual(["a", "b"]);
    waits[0]?.run();
    expect(sent[1]).toMatchObject({ commandId: sent[0]?.commandId, items: [{ id: "a" }] });
    sent[1]?.answer(ok(1));
    await settled();
    expect(sent[2]).toMatchObject({ items: [{ id: "b" }] });
    expect(sent[2]?.commandId).not.toBe(sent[0]?.commandId);
  });

  test("J1 a refusal is said, and nothing is let go", async () => {
    const { queue, sent } = openQueue();
    queue.add(stamp("a"));
    sent[0]?.answer(err("not-saved", "", { details: { why: "disk-full" } }));
    await settled();
    expect(queue.get()).toMatchObject({
      failure: { code: "not-saved" },
      unsaved: [{ id: "a" }],
      saved: [],
    });
  });

  test("while it fails it tries less often, and at once when a person asks", async () => {
    const { queue, sent, waits } = openQueue();
    queue.add(stamp("a"));
    const delays: number[] = [];
    for (let at = 0; at < 6; at += 1) {
      sent[at]?.answer(err("transport-down", ""));
      await settled();
      delays.push(waits.at(-1)?.delayMs ?? 0);
      queue.tryNow();
    }
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000]);
    expect(sent).toHaveLength(7);
  });

  test("J1 a page that is loaded again goes on with the same command", async () => {
    const store = { text: null as string | null };
    const first = openQueue(store);
    first.queue.add(stamp("a"));
    first.queue.add(stamp("b"));
    const second = openQueue(store);
    expect(second.queue.get().unsaved.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(second.sent[0]).toMatchObject({
      commandId: first.sent[0]?.commandId,
      items: [{ id: "a" }],
    });
    second.sent[0]?.answer(ok(1));
    await settled();
    second.sent[1]?.answer(ok(2));
    await settled();
    expect(store.text).toBeNull();
    expect(second.queue.get().saved.map(({ item, count }) => [item.id, count])).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
  });

  test.each(["", "{", "7", "null", '{"waiting":7}', '{"waiting":[{"id":1}],"batch":{"items":[]}}'])(
    "what is kept but not readable (%s) is nothing",
    (text) => {
      expect(openQueue({ text }).queue.get().unsaved).toEqual([]);
    },
  );

  test("J1 what is refused for good is tried one by one, so that only that waits", async () => {
    const store = { text: '{"waiting":[]}' as string | null };
    const { queue, sent } = openQueue(store);
    queue.add(stamp("a"));
    for (const id of ["b", "c", "d"]) queue.add(stamp(id));
    sent[0]?.answer(ok(1));
    await settled();
    expect(sent[1]?.items.map(({ id }) => id)).toEqual(["b", "c", "d"]);
    sent[1]?.answer(err("invalid-input", ""));
    await settled();
    expect(sent[2]).toMatchObject({ items: [{ id: "b" }] });
    expect(sent[2]?.commandId).not.toBe(sent[1]?.commandId);
    sent[2]?.answer(ok(2));
    await settled();
    sent[3]?.answer(err("invalid-input", ""));
    await settled();
    expect(queue.get()).toMatchObject({ isRefused: true, unsaved: [{ id: "c" }, { id: "d" }] });
  });

  test("J1 a person sets aside what is refused for good: it is kept and shown, and the rest goes on", async () => {
    const asideStore = { text: null as string | null };
    const { queue, sent, waits, store } = openQueue(undefined, 1, asideStore);
    queue.add(stamp("a"));
    queue.add(stamp("b"));
    sent[0]?.answer(err("not-found", ""));
    await settled();
    queue.setAside();
    expect(waits).toHaveLength(0);
    expect(queue.get()).toMatchObject({
      failure: null,
      aside: [{ id: "a" }],
      unsaved: [{ id: "b" }],
    });
    sent[1]?.answer(ok(1));
    await settled();
    expect(store.text).toBeNull();
    const next = openQueue(undefined, 1, asideStore);
    expect(next.queue.get()).toMatchObject({ aside: [{ id: "a" }], unsaved: [] });
    next.queue.bringBack();
    expect(next.queue.get()).toMatchObject({ aside: [], unsaved: [{ id: "a" }] });
    expect(asideStore.text).toBeNull();
    expect(next.sent[0]).toMatchObject({ items: [{ id: "a" }] });
  });

  test("J1 what is set aside while it is tried again is set aside at its refusal, and is not if it is saved", async () => {
    for (const [reply, aside] of [
      [err("not-found", ""), [stamp("a")]],
      [ok(1), []],
      [err("transport-down", ""), []],
    ] as const) {
      const { queue, sent } = openQueue();
      queue.add(stamp("a"));
      sent[0]?.answer(err("not-found", ""));
      await settled();
      queue.tryNow();
      queue.setAside();
      expect(queue.get().aside).toEqual([]);
      sent[1]?.answer(reply);
      await settled();
      expect(queue.get().aside).toEqual(aside);
    }
  });

  test("J1 a person lets go of what they see set aside, and of nothing that another window set aside meanwhile", async () => {
    const asideStore = { text: null as string | null };
    const { queue, sent } = openQueue(undefined, 1, asideStore);
    queue.add(stamp("a"));
    sent[0]?.answer(err("not-found", ""));
    await settled();
    queue.setAside();
    const other = openQueue(undefined, 1, asideStore);
    other.queue.add(stamp("b"));
    other.sent[0]?.answer(err("not-found", ""));
    await settled();
    other.queue.setAside();
    queue.letGo();
    expect(queue.get()).toMatchObject({ aside: [{ id: "b" }], unsaved: [] });
    expect(openQueue(undefined, 1, asideStore).queue.get().aside).toEqual([stamp("b")]);
    queue.letGo();
    expect(queue.get().aside).toEqual([]);
    expect(asideStore.text).toBeNull();
  });

  /** Adds an item that is refused, and sets it aside. */
  async function setAside({ queue, sent }: ReturnType<typeof openQueue>, id: string) {
    queue.add(stamp(id));
    sent.at(-1)?.answer(err("not-found", ""));
    await settled();
    queue.setAside();
  }

  test("J1 what another window has put back and saved is not set aside again with the next item", async () => {
    const asideStore = { text: null as string | null };
    const here = openQueue(undefined, 1, asideStore);
    await setAside(here, "a");
    const other = openQueue(undefined, 1, asideStore);
    other.queue.bringBack();
    other.sent[0]?.answer(ok(1));
    await settled();
    await setAside(here, "c");
    expect(here.queue.get().aside).toEqual([stamp("c")]);
    expect(openQueue(undefined, 1, asideStore).queue.get().aside).toEqual([stamp("c")]);
  });

  test("J1 what was set aside stays with the next item, also if the browser stores nothing", async () => {
    const asideStore = {
      get text(): string | null {
        return null;
      },
      set text(_: string | null) {
        // Nothing is stored.
      },
    };
    const here = openQueue(undefined, 1, asideStore);
    await setAside(here, "a");
    await setAside(here, "c");
    expect(here.queue.get().aside).toEqual([stamp("a"), stamp("c")]);
    here.queue.bringBack();
    expect(here.queue.get()).toMatchObject({ aside: [], unsaved: [{ id: "a" }, { id: "c" }] });
  });

  test("J1 what may still go through is not set aside", async () => {
    for (const code of ["transport-down", "not-saved", "closing"]) {
      const { queue, sent } = openQueue();
      queue.add(stamp("a"));
      sent[0]?.answer(err(code, ""));
      await settled();
      queue.setAside();
      expect(queue.get(), code).toMatchObject({
        isRefused: false,
        aside: [],
        unsaved: [{ id: "a" }],
      });
    }
  });

  test("J1 what the program fails on every time can be set aside, so that the items behind it are sent", async () => {
    const { queue, sent } = openQueue(undefined, 1);
    queue.add(stamp("a"));
    queue.add(stamp("b"));
    sent[0]?.answer(err("internal", ""));
    await settled();
    queue.setAside();
    expect(queue.get()).toMatchObject({ aside: [{ id: "a" }], unsaved: [{ id: "b" }] });
    expect(sent.at(-1)?.items).toEqual([stamp("b")]);
  });

  test("saved ones stay until they are shown", async () => {
    const { queue, sent } = openQueue();
    queue.add(stamp("a"));
    sent[0]?.answer(ok(7));
    await settled();
    queue.forgetSaved(({ count }) => count > 7);
    expect(queue.get().saved).toHaveLength(1);
    queue.forgetSaved(({ item }) => item.id === "a");
    expect(queue.get().saved).toHaveLength(0);
  });

  test("J8 whatever fails in between, each is answered once, in order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { maxLength: 12 }),
        fc.array(fc.boolean(), { maxLength: 12 }),
        async (adds, answers) => {
          const { queue, sent } = openQueue({ text: null }, 3);
          const given: string[] = [];
          const kept: string[] = [];
          const answered = new Set<Sent>();
          const answer = async (isOk: boolean): Promise<void> => {
            const next = sent.find((each) => !answered.has(each));
            if (next === undefined) return;
            answered.add(next);
            if (isOk) kept.push(...next.items.map(({ id }) => id));
            next.answer(isOk ? ok(kept.length) : err("transport-down", ""));
            await settled();
          };
          for (const [at, isOk] of adds.entries()) {
            given.push(`s${at}`);
            queue.add(stamp(`s${at}`));
            if (answers[at] !== undefined) await answer(isOk);
          }
          while (queue.get().unsaved.length > 0) {
            queue.tryNow();
            await answer(true);
          }
          expect(kept).toEqual(given);
        },
      ),
      { numRuns: 30 },
    );
  });
});

test("P9 J8 a provisional item keeps its place: those before it are sent, those behind it wait", async () => {
  const { queue, sent, store } = openQueue();
  const final = Promise.withResolvers<Stamp>();
  queue.add(stamp("one"));
  queue.add(stamp("provisional"), final.promise);
  queue.add(stamp("behind"));
  expect(sent.map(({ items }) => items)).toEqual([[stamp("one")]]);
  sent[0]?.answer(ok(1));
  await settled();
  expect(sent).toHaveLength(1);
  expect(queue.get().unsaved).toEqual([stamp("provisional"), stamp("behind")]);
  final.resolve(stamp("provisional", 7));
  await settled();
  expect(sent[1]?.items).toEqual([stamp("provisional", 7), stamp("behind")]);
  sent[1]?.answer(ok(3));
  await settled();
  expect(store.text).toBeNull();
});

test("P9 J8 an item whose look-up fails is sent as it was added", async () => {
  const { queue, sent } = openQueue();
  queue.add(stamp("provisional"), Promise.reject(new Error("The look-up failed.")));
  queue.add(stamp("behind"));
  await settled();
  expect(sent[0]?.items).toEqual([stamp("provisional"), stamp("behind")]);
});

test("P9 J8 after a reload an item that was provisional is sent as it was added, in its place", () => {
  const { queue, store } = openQueue();
  queue.add(stamp("provisional"), new Promise(() => undefined));
  queue.add(stamp("behind"));
  const after = openQueue(store);
  expect(after.sent[0]?.items).toEqual([stamp("provisional"), stamp("behind")]);
});
