import { expect, test } from "vitest";
import { createPartnerClient } from "#core/partner/client.ts";
import { fingerprintOf } from "#core/partner/credential.ts";
import { parseBaseAddress } from "#core/partner/base-address.ts";
import { createRateGate } from "#core/partner/rate-gate.ts";
import { createManualClock, settle } from "../../support/clock.ts";

const never = new AbortController().signal;
const apiKey = "key-1";
const question = { endpoint: "organization.read", segments: ["organization"] } as const;

function openClient() {
  const address = parseBaseAddress("https://api.example.org");
  if (!address.ok) throw new Error(address.error.message);
  const baseUrl = address.value;
  const clock = createManualClock();
  const gate = createRateGate(clock);
  const client = createPartnerClient({
    credential: { baseUrl, apiKey, fingerprint: fingerprintOf(baseUrl, apiKey, "salt") },
    gate,
    ports: {
      clock,
      logger: { log: () => undefined },
      fetch: async () => new Response(JSON.stringify({ data: {} }), { status: 200 }),
    },
    onReply: () => undefined,
  });
  return { client, gate };
}

test("O6 O9 after another key was saved, a request of the former key that need not wait is still sent", async () => {
  const { client } = openClient();
  client.retire();
  const { outcome } = await client.get(question, never);
  expect(outcome.kind).not.toBe("given-up");
});

test("O6 O9 a request that waits at the closed gate ends when another key is saved, and so does a later one", async () => {
  const { client, gate } = openClient();
  gate.close(60_000);
  const waiting = client.get(question, never);
  await settle();
  client.retire();
  for (const reply of [waiting, client.get(question, never)]) {
    expect((await reply).outcome.kind).toBe("given-up");
  }
});

test("O6 O9 a request that is queued at the open gate, and then meets a 429 of another one, ends when another key is saved", async () => {
  const { client, gate } = openClient();
  // As many reads as may be under way at once.
  const permits = [];
  for (let at = 0; at < 4; at += 1) permits.push(await gate.enter("get", never));
  const queued = client.get(question, never);
  await settle();
  gate.close(60_000);
  client.retire();
  expect((await queued).outcome.kind).toBe("given-up");
  for (const permit of permits) permit.release();
});
