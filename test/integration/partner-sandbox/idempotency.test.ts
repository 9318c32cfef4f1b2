import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { Sandbox } from "#sandbox/sandbox.ts";

import { call, post, readRoster, runIdOf, withSandbox } from "./sandbox-client.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await withSandbox();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.faults.clear());

const isInFlight = (key: string): boolean =>
  sandbox.readState().keys.some((known) => known.key === key && known.answer === undefined);

describe.each([
  { path: "/registration", other: { email: "other@b.co" } },
  { path: "/events", other: { name: "Other" } },
])("the five rules at POST $path", ({ path, other }) => {
  const bodyFor = async (): Promise<Record<string, unknown>> =>
    path === "/events"
      ? { name: "Mile", type: "race", date: "2026-12-05" }
      : {
          eventRunId: await runIdOf(sandbox, "10K"),
          email: "a@b.co",
          registrationType: "free",
        };
  const createdCount = (): number => sandbox.readState().created.length;

  test("without a key is 400 IDEMPOTENCY_KEY_REQUIRED, also with a blank one", async () => {
    const before = createdCount();
    const body = await bodyFor();
    for (const headers of [{}, { "Idempotency-Key": "  " }]) {
      const reply = await call(sandbox, "POST", path, { body, headers });
      expect([reply.status, reply.body.error?.code]).toEqual([400, "IDEMPOTENCY_KEY_REQUIRED"]);
    }
    expect(createdCount()).toBe(before);
  });

  test("O2 the same key and body replay the original answer byte for byte", async () => {
    const before = createdCount();
    const body = await bodyFor();
    const first = await post(sandbox, path, `${path}-replay`, body);
    const again = await post(sandbox, path, `${path}-replay`, body);
    expect(first.status).toBe(201);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(createdCount()).toBe(before + 1);
  });

  test("O7 the same key with a different body is 409 CONFLICT, and the first still replays", async () => {
    const body = await bodyFor();
    const first = await post(sandbox, path, `${path}-conflict`, body);
    const changed = await post(sandbox, path, `${path}-conflict`, { ...body, ...other });
    expect([changed.status, changed.body.error?.code]).toEqual([409, "CONFLICT"]);
    expect((await post(sandbox, path, `${path}-conflict`, body)).text).toBe(first.text);
  });

  test("X5 the same JSON written differently is a different body", async () => {
    const body = await bodyFor();
    await post(sandbox, path, `${path}-bytes`, body);
    const spaced = await post(sandbox, path, `${path}-bytes`, undefined, {
      rawBody: JSON.stringify(body, undefined, 1),
    });
    expect(spaced.body.error?.code).toBe("CONFLICT");
  });

  test("O7 while the first is in flight the others are 409 IDEMPOTENCY_KEY_IN_PROGRESS", async () => {
    const before = createdCount();
    const body = await bodyFor();
    await sandbox.faults.set({ delayMs: 1000 });
    const first = post(sandbox, path, `${path}-race`, body);
    await expect.poll(() => isInFlight(`${path}-race`), { timeout: 10_000 }).toBe(true);
    for (const reply of await Promise.all(
      [2, 3].map(() => post(sandbox, path, `${path}-race`, body)),
    )) {
      expect([reply.status, reply.body.error?.code]).toEqual([409, "IDEMPOTENCY_KEY_IN_PROGRESS"]);
    }
    expect((await first).status).toBe(201);
    await sandbox.faults.clear();
    expect((await post(sandbox, path, `${path}-race`, body)).status).toBe(201);
    expect(createdCount()).toBe(before + 1);
  });

  test("X6 a refusal is replayed too, and its key cannot carry a corrected body", async () => {
    const refused = await post(sandbox, path, `${path}-refused`, {});
    expect(refused.status).toBe(422);
    expect((await post(sandbox, path, `${path}-refused`, {})).text).toBe(refused.text);
    const corrected = await post(sandbox, path, `${path}-refused`, await bodyFor());
    expect(corrected.body.error?.code).toBe("CONFLICT");
  });

  test("X1 a request that was refused before the key leaves the key unused", async () => {
    const body = await bodyFor();
    const refused = await post(sandbox, path, `${path}-early`, body, { as: "readOnly" });
    expect(refused.status).toBe(403);
    expect((await post(sandbox, path, `${path}-early`, body)).status).toBe(201);
  });

  test("O10 a forgotten key, or another credential, creates a second one", async () => {
    const before = createdCount();
    const body = await bodyFor();
    await post(sandbox, path, `${path}-forgotten`, body);
    await post(sandbox, path, `${path}-forgotten`, body, { as: "replacement" });
    sandbox.mutate({ kind: "forget-keys" });
    await post(sandbox, path, `${path}-forgotten`, body);
    expect(createdCount()).toBe(before + 3);
  });
});

test("O3 a caller who gave up waiting finds the work done", async () => {
  const before = sandbox.readState().created.length;
  const body = JSON.stringify({
    eventRunId: await runIdOf(sandbox, "10K"),
    email: "a@b.co",
    registrationType: "free",
  });
  await sandbox.faults.set({ delayMs: 1000 });
  const patience = new AbortController();
  const impatient = fetch(`${sandbox.url}/registration`, {
    method: "POST",
    signal: patience.signal,
    headers: {
      Authorization: `Bearer ${sandbox.keys.all}`,
      "Content-Type": "application/json",
      "Idempotency-Key": "impatient",
    },
    body,
  });
  impatient.catch(() => undefined);
  await expect.poll(() => isInFlight("impatient"), { timeout: 10_000 }).toBe(true);
  patience.abort();
  await expect(impatient).rejects.toThrow(/abort/i);
  await expect.poll(() => isInFlight("impatient"), { timeout: 10_000 }).toBe(false);
  await sandbox.faults.clear();
  const again = await post(sandbox, "/registration", "impatient", undefined, { rawBody: body });
  expect(again.status).toBe(201);
  expect(sandbox.readState().created.length).toBe(before + 1);
});

test("one key is not good for two endpoints", async () => {
  const race = { name: "Mile", type: "race", date: "2026-12-05" };
  await post(sandbox, "/events", "shared", race);
  expect((await post(sandbox, "/registration", "shared", race)).body.error?.code).toBe("CONFLICT");
});

test("X31 the state says how often each key came", async () => {
  const body = {
    eventRunId: await runIdOf(sandbox, "10K"),
    email: "a@b.co",
    registrationType: "free",
  };
  await post(sandbox, "/registration", "counted", body);
  await post(sandbox, "/registration", "counted", body);
  await post(sandbox, "/registration", "counted", { ...body, email: "c@d.co" });
  const history = sandbox.readState().keys.find(({ key }) => key === "counted");
  expect(history).toMatchObject({ sends: 3, replays: 1, conflicts: 1, answer: { status: 201 } });
  const rows = (await readRoster(sandbox)).filter((row) => row["email"] === "a@b.co");
  expect(rows.length).toBeGreaterThan(0);
});
