import { describe, expect, test } from "vitest";

import type { KeyName } from "#sandbox/http/key-scopes.ts";
import { endpoints } from "#shared/partner-api/endpoints.ts";

import type { Reply } from "./sandbox-client.ts";
import { call, post, rowsOf, runIdOf, withSandbox } from "./sandbox-client.ts";

const pathFor = (path: string): string =>
  path.replace("{id}", "x").replace("{slug}", "this-season");

describe("keys", () => {
  test.each(endpoints)("O9 $method $path is 401 without a valid key", async ({ method, path }) => {
    await using sandbox = await withSandbox();
    const answers: Reply[] = await Promise.all([
      call(sandbox, method, pathFor(path), { as: "nobody" }),
      call(sandbox, method, pathFor(path), {
        as: "nobody",
        headers: { Authorization: "Bearer no" },
      }),
      call(sandbox, method, pathFor(path), {
        as: "nobody",
        headers: { Authorization: `Basic ${sandbox.keys.all}` },
      }),
    ]);
    for (const { status, body, headers } of answers) {
      expect([status, body.error?.code]).toEqual([401, "UNAUTHORIZED"]);
      expect(headers.get("www-authenticate")).toBe("Bearer");
    }
  });

  test("X23 are the same for the same seed", async () => {
    await using first = await withSandbox({ seed: 7 });
    await using second = await withSandbox({ seed: 7 });
    await using third = await withSandbox({ seed: 8 });
    expect(second.keys).toEqual(first.keys);
    expect(third.keys).not.toEqual(first.keys);
    expect(new Set(Object.values(first.keys)).size).toBe(Object.keys(first.keys).length);
  });

  test("O9 a revoked key is 401 from then on", async () => {
    await using sandbox = await withSandbox();
    expect((await call(sandbox, "GET", "/organization")).status).toBe(200);
    sandbox.mutate({ kind: "revoke-key", name: "all" });
    expect((await call(sandbox, "GET", "/organization")).status).toBe(401);
    expect((await call(sandbox, "GET", "/organization", { as: "replacement" })).status).toBe(200);
  });

  test("another organization's key sees nothing of this one", async () => {
    await using sandbox = await withSandbox();
    const as = "otherOrganization";
    const [own, theirs] = await Promise.all([
      call(sandbox, "GET", "/organization"),
      call(sandbox, "GET", "/organization", { as }),
    ]);
    expect(theirs.text).not.toBe(own.text);
    for (const path of ["/events", "/series", "/collections", "/recurrences"]) {
      expect(rowsOf(await call(sandbox, "GET", path, { as }))).toEqual([]);
    }
    for (const path of [
      `/events/${sandbox.mainEventId}`,
      `/events/${sandbox.mainEventId}/awards`,
      `/registration?eventId=${sandbox.mainEventId}`,
      "/collections/this-season",
    ]) {
      expect((await call(sandbox, "GET", path, { as })).status).toBe(404);
    }
    const entry = {
      eventRunId: await runIdOf(sandbox, "10K"),
      email: "a@b.co",
      registrationType: "free",
    };
    expect((await post(sandbox, "/registration", "k", entry, { as })).status).toBe(404);
  });
});

describe("scopes", () => {
  const lacking: Readonly<Record<string, KeyName>> = {
    "write:events": "noEvents",
    "write:participants": "readOnly",
    "read:events": "noResults",
    "read:collections": "noCollections",
  };

  test.each(endpoints)("X3 $method $path asks for $scope", async ({ method, path, scope }) => {
    await using sandbox = await withSandbox();
    const bare = await call(sandbox, method, pathFor(path), { as: "bare" });
    expect(bare.status === 403).toBe(scope !== null);
    if (scope === null) return;
    expect(bare.body.error?.code).toBe("FORBIDDEN");
    const name = lacking[scope];
    expect((await call(sandbox, method, pathFor(path), name && { as: name })).status).toBe(403);
    expect((await call(sandbox, method, pathFor(path))).status).not.toBe(403);
  });
});

describe("the rate", () => {
  test("O6 X19 is limited per key, with Retry-After, and comes back with time", async () => {
    let atMs = Date.UTC(2026, 9, 3, 8);
    await using sandbox = await withSandbox({
      rateLimit: { perSecond: 0.5, burst: 2 },
      now: () => atMs,
    });
    const ask = (as?: KeyName): Promise<Reply> =>
      call(sandbox, "GET", "/organization", as && { as });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    const limited = await ask();
    expect([limited.status, limited.body.error?.code]).toEqual([429, "RATE_LIMITED"]);
    expect(limited.headers.get("retry-after")).toBe("2");
    expect((await ask("readOnly")).status).toBe(200);
    atMs += 2000;
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });
});
