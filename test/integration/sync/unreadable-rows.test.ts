import { afterEach, expect, test } from "vitest";
import type { Fetch } from "#core/ports.ts";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";

afterEach(closeSandboxBenches);

interface Row {
  readonly _id: string;
}

test("D6 a run or an event that cannot be read this time is not gone", async () => {
  let isSpoiled = false;
  const spoil: Fetch = async (address, init) => {
    const { pathname } = new URL(String(address));
    const answer = await fetch(address, init);
    if (!isSpoiled || !/^[/]events(?:[/][^/]+)?$/.test(pathname)) return answer;
    const { data, ...rest } = (await answer.json()) as { data: Row[] | { runs: Row[] } };
    const unreadable = ([first, ...others]: Row[]) => [{ ...first, name: 7, date: 7 }, ...others];
    const spoiled = Array.isArray(data)
      ? unreadable(data)
      : { ...data, runs: data.runs.map((run) => ({ ...run, maxParticipants: "500" })) };
    return Response.json({ data: spoiled, ...rest });
  };
  const { bench, eventId, download } = await connectToSandbox(30, spoil);
  const { stores, sync } = bench;
  const runs = () => stores.runs.ofEvent(eventId).filter(({ gone }) => !gone);
  const events = () => stores.events.list({}).filter(({ gone }) => !gone);
  const before = [runs().length, events().length];
  expect(before[0]).toBeGreaterThan(1);
  isSpoiled = true;
  await download();
  bench.clock.jump(-10_000);
  expect(await sync.downloads.refreshEvents()).toMatchObject({ ok: true });
  expect([runs().length, events().length]).toEqual(before);
  expect(stores.malformed.count(eventId, "runs")).toBe(before[0]);
});
