import { expect, test } from "vitest";
import type { Handlers } from "#core/handlers.ts";
import { createRouter } from "#core/router.ts";
import { procedures } from "#shared/contract/index.ts";
import { err, ok } from "#shared/result.ts";

const owner = { role: "owner" } as const;

/** A router in which every procedure has the same handler. */
function routerOf(handler: (input: unknown) => unknown, checkOutputs = true) {
  const logged: { event: string; facts: unknown }[] = [];
  const all = Object.fromEntries(Object.keys(procedures).map((name) => [name, handler]));
  const dispatch = createRouter({
    handlers: () => all as unknown as Handlers,
    isWithinDesk: () => true,
    logger: { log: (_level, event, facts) => void logged.push({ event, facts }) },
    random: { uuid: () => "log-1", number: () => 0, bytes: (length) => new Uint8Array(length) },
    checkOutputs,
  });
  return { dispatch, logged };
}

test("only names of its own are procedures", async () => {
  const { dispatch } = routerOf(() => ok({ atMs: 1 }));
  expect(await dispatch("time.get", {}, owner)).toEqual({ ok: true, value: { atMs: 1 } });
  for (const name of ["hasOwnProperty", "constructor", "__proto__", "time", ""]) {
    expect(await dispatch(name, {}, owner)).toMatchObject({ error: { code: "unknown-procedure" } });
  }
});

test("the role is checked before the input is looked at", async () => {
  const { dispatch } = routerOf(() => ok({}));
  expect(await dispatch("backup.list", "nonsense", { role: "desk" })).toMatchObject({
    error: { code: "not-allowed" },
  });
});

test("a handler gets the parsed input, without what the contract does not know", async () => {
  let seen: unknown;
  const { dispatch } = routerOf((input) => {
    seen = input;
    return ok({ digest: null });
  });
  await dispatch("digest.get", { eventId: "event", extra: true }, owner);
  expect(seen).toEqual({ eventId: "event" });
});

test("a bug is caught once: it answers internal with a log id and tells nothing else", async () => {
  for (const bug of [
    () => {
      throw new Error("secret inside");
    },
    () => Promise.reject(new Error("secret inside", { cause: "text" })),
  ]) {
    const { dispatch, logged } = routerOf(bug);
    const reply = await dispatch("time.get", {}, owner);
    expect(reply).toMatchObject({ error: { code: "internal", details: { logId: "log-1" } } });
    expect(JSON.stringify(reply)).not.toContain("secret");
    expect(logged).toMatchObject([
      { event: "router.internal", facts: { logId: "log-1", procedure: "time.get" } },
    ]);
  }
});

test("answers that the contract does not know are bugs, where answers are checked", async () => {
  const wrongValue = () => ok({ atMs: "soon" });
  const wrongCode = () => err("no-such-code", "");
  for (const handler of [wrongValue, wrongCode]) {
    const reply = await routerOf(handler).dispatch("time.get", {}, owner);
    expect(reply).toMatchObject({ error: { code: "internal" } });
    expect(await routerOf(handler, false).dispatch("time.get", {}, owner)).toEqual(handler());
  }
});

test("without a workspace it says that it is closing", async () => {
  const dispatch = createRouter({
    handlers: () => null,
    isWithinDesk: () => true,
    logger: { log: () => undefined },
    random: { uuid: () => "", number: () => 0, bytes: () => new Uint8Array() },
    checkOutputs: true,
  });
  expect(await dispatch("time.get", {}, owner)).toMatchObject({ error: { code: "closing" } });
});
