import { expect, test } from "vitest";
import type { Core } from "#core/core.ts";
import type { Failure } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import { connectWith } from "#station/start-up/connect.ts";
import { createManualClock, settle } from "#test/support/clock.ts";

type Connect = Core["connect"];
type Code = Extract<Awaited<ReturnType<Connect>>, { ok: false }>["error"]["code"];

const retryMs = 15_000;
const credentials = { baseUrl: "https://partner.example.org", apiKey: "a-key" };
const organization = { id: "org-1", name: "Harbour AC", slug: "harbour-ac", plan: "", roles: [] };

/** Connects with a core that answers these codes one after the other, and then again and again the last one. */
async function start(...codes: readonly (Code | "throws" | "ok")[]) {
  const clock = createManualClock();
  const told: Failure[] = [];
  let asked = 0;
  const connect: Connect = async () => {
    const code = codes[Math.min(asked, codes.length - 1)] ?? "ok";
    asked += 1;
    if (code === "throws") throw new Error("The disk is full");
    return code === "ok" ? ok({ organization, clockDriftMs: null }) : err(code, code);
  };
  const started = await connectWith({ connect }, credentials, clock, (failure) => {
    told.push(failure);
  });
  return { clock, started, asked: () => asked, told: () => told.map(({ code }) => code) };
}

for (const code of ["offline", "server-error", "throws"] as const) {
  test(`O5 S3 the desk starts with its own data, and the key is tried again, after: ${code}`, async () => {
    const { clock, started, asked, told } = await start(code, "ok");
    expect(started.ok).toBe(true);
    expect(told()).toEqual([code === "throws" ? "not-saved" : code]);
    await clock.advance(60 * retryMs);
    expect(asked()).toBe(2);
  });
}

for (const between of ["practice", "not-json", "not-the-api", "throws"] as const) {
  test(`O5 after a start without network the key is tried again, also after: ${between}`, async () => {
    const { clock, started, asked } = await start("offline", between, "ok");
    expect(started.ok).toBe(true);
    await clock.advance(retryMs);
    expect(asked()).toBe(2);
    await clock.advance(retryMs);
    expect(asked()).toBe(3);
    await clock.advance(60 * retryMs);
    expect(asked()).toBe(3);
  });
}

for (const code of [
  "wrong-key",
  "wrong-address",
  "insecure-address",
  "other-organization",
] as const) {
  test(`O5 the retry ends, and the person is told, after: ${code}`, async () => {
    const { clock, asked, told } = await start("offline", code);
    await clock.advance(60 * retryMs);
    expect(asked()).toBe(2);
    expect(told()).toEqual(["offline", code]);
  });
}

test("K1 the retry ends without a word once a person has given another key", async () => {
  const { clock, asked, told } = await start("offline", "key-replaced");
  await clock.advance(60 * retryMs);
  expect(asked()).toBe(2);
  expect(told()).toEqual(["offline"]);
});

test("O5 the same failure is told once", async () => {
  const { clock, told } = await start("offline", "offline", "not-json", "not-json", "offline");
  await clock.advance(5 * retryMs);
  expect(told()).toEqual(["offline", "not-json", "offline"]);
});

test("M8 a full desk starts without the key of the command line, and says so once", async () => {
  const { clock, started, asked, told } = await start("is-full-desk");
  expect(started.ok).toBe(true);
  expect(told()).toEqual(["is-full-desk"]);
  await clock.advance(60 * retryMs);
  expect(asked()).toBe(1);
});

test("O5 a start with a wrong key is refused", async () => {
  const { started, asked } = await start("wrong-key");
  expect(started).toMatchObject({ error: { code: "wrong-key" } });
  expect(asked()).toBe(1);
});

test("O5 after stop nothing is tried again", async () => {
  const { clock, started, asked } = await start("offline");
  if (started.ok) started.value.stop();
  await clock.advance(60 * retryMs);
  await settle();
  expect(asked()).toBe(1);
});
