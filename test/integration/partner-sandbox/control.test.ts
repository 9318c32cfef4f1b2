import { describe, expect, test } from "vitest";

import type { Sandbox } from "#sandbox/sandbox.ts";

import { call, readRoster, withSandbox } from "./sandbox-client.ts";

async function control(
  { controlUrl, controlToken }: Sandbox,
  method: string,
  path: string,
  body?: unknown,
  token = controlToken,
) {
  const response = await fetch(`${controlUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as { data?: unknown } };
}

describe("X25 X31 the control endpoints", () => {
  test("need their token: neither none nor an API key will do", async () => {
    await using sandbox = await withSandbox();
    for (const token of ["", "wrong", sandbox.keys.all]) {
      expect((await control(sandbox, "GET", "/state", undefined, token)).status).toBe(401);
    }
    expect((await call(sandbox, "GET", "/_sandbox/state")).status).toBe(401);
    expect((await control(sandbox, "GET", "/state")).status).toBe(200);
  });

  test("set and clear faults, and refuse unknown ones", async () => {
    await using sandbox = await withSandbox();
    const rules = [{ kind: "status", status: 503, times: 1 }];
    expect((await control(sandbox, "POST", "/faults", { rules })).status).toBe(200);
    expect((await call(sandbox, "GET", "/organization")).status).toBe(503);
    await control(sandbox, "POST", "/faults", { delayMs: 1, rules });
    const cleared = await control(sandbox, "DELETE", "/faults");
    expect(cleared.body.data).toMatchObject({ delayMs: 0, rules: [] });
    expect((await call(sandbox, "GET", "/organization")).status).toBe(200);
    for (const bad of [{ flood: true }, { rules: [{ kind: "meteor" }] }, { delayMs: "x" }, null]) {
      expect((await control(sandbox, "POST", "/faults", bad)).status).toBe(422);
    }
  });

  test("X26 on a port of their own end an outage", async () => {
    await using sandbox = await withSandbox({ controlPort: 0 });
    expect(new URL(sandbox.controlUrl).origin).not.toBe(sandbox.url);
    await control(sandbox, "POST", "/faults", { offline: true });
    await expect(call(sandbox, "GET", "/organization")).rejects.toThrow("fetch failed");
    expect((await control(sandbox, "GET", "/state")).body.data).toMatchObject({
      faults: { offline: true },
    });
    await control(sandbox, "POST", "/faults", { offline: false });
    expect((await call(sandbox, "GET", "/organization")).status).toBe(200);
  });

  test("X26 on the API's own port lose the reply, and the connection comes back by itself", async () => {
    await using sandbox = await withSandbox();
    const cut = control(sandbox, "POST", "/faults", { offline: true, offlineForMs: 20 });
    await expect(cut).rejects.toThrow("fetch failed");
    await expect
      .poll(async () => (await call(sandbox, "GET", "/organization")).status, { timeout: 10_000 })
      .toBe(200);
  });

  test("mutate the roster", async () => {
    await using sandbox = await withSandbox();
    const [first] = await readRoster(sandbox);
    const registrationId = String(first?.["_id"]);
    const change = { kind: "set-bib", registrationId, bib: "77" };
    expect((await control(sandbox, "POST", "/mutations", change)).status).toBe(200);
    expect((await readRoster(sandbox))[0]).toMatchObject({ bibIdentifier: "77" });
    const unknown = { ...change, registrationId: "nope" };
    expect((await control(sandbox, "POST", "/mutations", unknown)).status).toBe(404);
    expect((await control(sandbox, "POST", "/mutations", { kind: "meteor" })).status).toBe(422);
  });
});

describe("GET /openapi.json", () => {
  test("describes every endpoint, open to everyone", async () => {
    await using sandbox = await withSandbox();
    const response = await fetch(`${sandbox.url}/openapi.json`);
    const document = (await response.json()) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; responses: object }>>;
    };
    expect(document.openapi).toBe("3.1.0");
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations).toHaveLength(14);
    for (const { responses } of operations) {
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(["401", "429"]));
    }
    expect(document.paths["/registration"]?.["get"]).toMatchObject({
      parameters: [
        { name: "eventId", in: "query", required: true },
        { name: "limit", schema: { type: "integer", minimum: 1, maximum: 100, default: 20 } },
        { name: "after", in: "query", required: false },
      ],
    });
    expect(document.paths["/registration"]?.["post"]).toMatchObject({
      operationId: "registration.create",
      requestBody: {
        content: {
          "application/json": {
            schema: {
              required: ["eventRunId", "email", "registrationType"],
              properties: { status: { enum: ["confirmed", "cancelled", "waitlist", "refunded"] } },
            },
          },
        },
      },
    });
  });
});
