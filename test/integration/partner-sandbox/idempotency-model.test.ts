import fc from "fast-check";
import { expect, test } from "vitest";

import { createIdempotency, fingerprintOf } from "#sandbox/http/idempotency.ts";
import type { KeyHistory } from "#sandbox/http/idempotency.ts";

const step = fc.record({
  credential: fc.constantFrom("all", "replacement"),
  key: fc.constantFrom("k1", "k2"),
  body: fc.constantFrom("a", "b"),
  does: fc.constantFrom("send", "finish", "fail"),
});

test("X6 whatever the order of sends, ends and failures, a key acts once and keeps to its first body", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const idempotency = createIdempotency();
      const model = new Map<string, { body: string; done: boolean; history: KeyHistory }>();
      for (const { credential, key, body, does } of steps) {
        const slot = `${credential}/${key}`;
        const known = model.get(slot);
        if (does === "send") {
          const claim = idempotency.claim(credential, key, fingerprintOf("/registration", body));
          if (claim.kind === "first") {
            expect(known).toBeUndefined();
            model.set(slot, { body, done: false, history: claim.history });
          } else if (known?.body === body) {
            expect(claim.kind).toBe(known.done ? "replay" : "in-progress");
            if (claim.kind === "replay") expect(claim.answer.body).toBe(`made by ${slot}`);
          } else {
            expect(claim.kind).toBe("conflict");
          }
        } else if (known !== undefined && !known.done) {
          if (does === "finish") {
            known.done = true;
            idempotency.complete(known.history, { status: 201, body: `made by ${slot}` });
          } else {
            model.delete(slot);
            idempotency.abandon(known.history);
          }
        }
      }
    }),
  );
});

test("a fingerprint tells path and body apart", () => {
  expect(fingerprintOf("/a", "b")).not.toBe(fingerprintOf("/a", "c"));
  expect(fingerprintOf("/a", "b")).not.toBe(fingerprintOf("/c", "b"));
  expect(fingerprintOf("/a", "b")).toBe(fingerprintOf("/a", "b"));
});
