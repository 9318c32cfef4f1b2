import { expect, test } from "vitest";
import type { Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import { usualPort } from "#station/flags.ts";
import { listenOnPort } from "#station/start-up/listen.ts";
import { explainFailure } from "#station/start-up/start-messages.ts";

/** Listens on a computer that refuses each named port with this code. */
async function listen(code: string, given?: number) {
  const tried: number[] = [];
  const start = async (port: number): Promise<Result<number>> => {
    tried.push(port);
    return port === 0 ? ok(50_000) : err(code, code);
  };
  return { listening: await listenOnPort(given, start), tried };
}

for (const code of ["port-in-use", "port-forbidden"]) {
  test(`S1 without --port any free port is taken if the default one answers ${code}`, async () => {
    const { listening, tried } = await listen(code);
    expect(tried).toEqual([usualPort, 0]);
    expect(listening).toEqual(ok(50_000));
  });

  test(`S1 a given port is the only one that is tried: ${code}`, async () => {
    const { listening, tried } = await listen(code, 80);
    expect(tried).toEqual([80]);
    expect(listening.ok).toBe(false);
    expect(explainFailure({ code, message: "" })).toContain("0 for any free one");
  });
}

test("S1 another failure ends the start", async () => {
  const { tried } = await listen("no-such-address");
  expect(tried).toEqual([usualPort]);
});
