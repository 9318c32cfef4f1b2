import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Delivery, SendOutcome } from "#shared/domain/outbox/delivery-policy.ts";
import {
  afterCrash,
  afterTry,
  backoffMs,
  deliveryPolicy,
  markSending,
  mayReplay,
} from "#shared/domain/outbox/delivery-policy.ts";

const nowMs = 1_000_000_000;
const newDelivery: Delivery = {
  state: "pending",
  certainty: "never-sent",
  everMaybe: false,
  reason: null,
  tries: 0,
  failuresInRow: 0,
  definiteErrors: 0,
  firstDefiniteErrorAtMs: null,
  nextTryAtMs: null,
  replayFromMs: null,
};
const moment = { nowMs, random: 0.5 };
const maybe: Delivery = {
  ...newDelivery,
  state: "waiting",
  certainty: "maybe-sent",
  everMaybe: true,
  reason: "timeout",
  tries: 1,
  replayFromMs: nowMs - 60_000,
};

const serverError: SendOutcome = { kind: "server-error", definite: true, retryAfterMs: null };

describe("the table of deliveries", () => {
  const rows: readonly (readonly [string, SendOutcome, string, string, string | null, boolean])[] =
    [
      ["O4", { kind: "created" }, "done", "confirmed", null, false],
      ["O4", { kind: "unknown-answer" }, "waiting", "maybe-sent", "reconcile", true],
      ["O5", { kind: "offline" }, "waiting", "never-sent", "offline", false],
      ["O5", { kind: "broken" }, "waiting", "maybe-sent", "timeout", true],
      ["O5", { kind: "timeout" }, "waiting", "maybe-sent", "timeout", true],
      ["O3", { kind: "given-up" }, "waiting", "maybe-sent", "timeout", true],
      [
        "O5",
        { kind: "not-the-api", definite: false },
        "waiting",
        "maybe-sent",
        "captive-portal",
        true,
      ],
      [
        "O5",
        { kind: "not-the-api", definite: true },
        "waiting",
        "maybe-sent",
        "captive-portal",
        true,
      ],
      ["O5", serverError, "waiting", "maybe-sent", "server-error", true],
      [
        "O6",
        { kind: "rate-limited", waitMs: 3_000 },
        "waiting",
        "never-sent",
        "rate-limited",
        false,
      ],
      ["O7", { kind: "in-progress" }, "waiting", "maybe-sent", "in-progress", true],
      ["O7", { kind: "key-conflict" }, "needs-attention", "maybe-sent", "key-conflict", true],
      ["O8", { kind: "refused" }, "needs-attention", "refused", "refused", false],
      ["O9", { kind: "key-refused" }, "waiting", "never-sent", "key-refused", false],
      ["O9", { kind: "forbidden" }, "waiting", "never-sent", "forbidden", false],
    ];

  test.each(rows)(
    "%s a first try: %o → %s, %s, %s",
    (_rule, outcome, state, certainty, reason, ever) => {
      expect(afterTry(newDelivery, outcome, moment)).toMatchObject({
        state,
        certainty,
        reason,
        everMaybe: ever,
      });
    },
  );

  test.each(rows)("W3 once in doubt, never again out of it unasked: %s %o", (_rule, outcome) => {
    const after = afterTry(maybe, outcome, moment);
    expect(after.everMaybe).toBe(true);
    expect(after.certainty).not.toBe("never-sent");
    expect(after.replayFromMs).toBe(maybe.replayFromMs);
  });

  test("O6 a 429 is not counted, everything else that is tried is", () => {
    expect(afterTry(maybe, { kind: "rate-limited", waitMs: 1 }, moment).tries).toBe(1);
    expect(afterTry(maybe, { kind: "key-refused" }, moment).tries).toBe(1);
    expect(afterTry(maybe, { kind: "timeout" }, moment).tries).toBe(2);
    expect(afterTry(maybe, serverError, moment).tries).toBe(2);
  });

  test("O6 a 429 says when it is over", () => {
    const after = afterTry(newDelivery, { kind: "rate-limited", waitMs: 3_000 }, moment);
    expect(after.nextTryAtMs).toBe(nowMs + 3_000);
  });
});

describe("O5 parking", () => {
  test("O5 8 definite errors in a row park, 7 do not", () => {
    let entry = newDelivery;
    for (let count = 1; count <= 7; count += 1) {
      entry = afterTry(entry, serverError, moment);
      expect(entry).toMatchObject({ state: "waiting", definiteErrors: count });
    }
    expect(afterTry(entry, serverError, moment)).toMatchObject({
      state: "needs-attention",
      reason: "parked",
      certainty: "maybe-sent",
    });
  });

  test("O5 30 minutes of definite errors park", () => {
    const first = afterTry(newDelivery, serverError, moment);
    const later = { nowMs: nowMs + deliveryPolicy.parkAfterMs, random: 0 };
    expect(afterTry(first, serverError, later)).toMatchObject({ reason: "parked" });
    const earlier = { nowMs: later.nowMs - 1, random: 0 };
    expect(afterTry(first, serverError, earlier)).toMatchObject({ state: "waiting" });
  });

  const breaksRow: readonly SendOutcome[] = [
    { kind: "server-error", definite: false, retryAfterMs: null },
    { kind: "timeout" },
    { kind: "broken" },
    { kind: "offline" },
    { kind: "in-progress" },
  ];
  test.each(breaksRow)("O5 what is no error answer breaks a row of them: %o", (outcome) => {
    let entry = newDelivery;
    for (let count = 0; count < 7; count += 1) entry = afterTry(entry, serverError, moment);
    entry = afterTry(entry, outcome, moment);
    expect(entry).toMatchObject({
      state: "waiting",
      definiteErrors: 0,
      firstDefiniteErrorAtMs: null,
    });
    const later = { nowMs: nowMs + deliveryPolicy.parkAfterMs, random: 0 };
    expect(afterTry(entry, serverError, later)).toMatchObject({ state: "waiting" });
  });

  test("O5 a 503 with Retry-After is obeyed", () => {
    const after = afterTry(newDelivery, { ...serverError, retryAfterMs: 20_000 }, moment);
    expect(after.nextTryAtMs).toBe(nowMs + 20_000);
  });
});

describe("O5 backoff", () => {
  test("O5 full jitter: bounds double from 1 s to 60 s", () => {
    const bounds = Array.from({ length: 9 }, (_each, failures) => backoffMs(failures, 1, 60_000));
    expect(bounds).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  test("O5 never under 250 ms, never over the bound", () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, random) => {
          const waitMs = backoffMs(failures, random, 60_000);
          return waitMs >= 250 && waitMs <= 60_000;
        },
      ),
    );
  });

  test("O7 in progress waits at most 30 s", () => {
    let entry = newDelivery;
    for (let count = 0; count < 20; count += 1) {
      entry = afterTry(entry, { kind: "in-progress" }, { nowMs, random: 1 });
    }
    expect(entry.nextTryAtMs).toBe(nowMs + 30_000);
  });
});

describe("O3 and O10", () => {
  test("O3 marking makes it doubtful before anything leaves, and starts the window once", () => {
    const marked = markSending(newDelivery, nowMs);
    expect(marked).toMatchObject({
      state: "sending",
      certainty: "maybe-sent",
      replayFromMs: nowMs,
    });
    expect(markSending(maybe, nowMs).replayFromMs).toBe(maybe.replayFromMs);
  });

  test("O3 a crash leaves it in doubt and due", () => {
    expect(afterCrash(markSending(newDelivery, nowMs), nowMs + 5)).toEqual({
      ...newDelivery,
      state: "waiting",
      certainty: "maybe-sent",
      everMaybe: true,
      reason: "timeout",
      tries: 1,
      nextTryAtMs: nowMs + 5,
      replayFromMs: nowMs,
    });
    expect(afterCrash(newDelivery, nowMs).replayFromMs).toBe(nowMs);
  });

  test.each([
    ["never in doubt", false, null, true, 0, true],
    ["just now", true, nowMs, true, 1_000, true],
    ["a moment less than an hour later", true, nowMs, true, 3_600_000 - 1, true],
    ["an hour later", true, nowMs, true, 3_600_000, false],
    ["another credential", true, nowMs, false, 1_000, false],
    ["never in doubt, another credential", false, nowMs, false, 1_000, true],
    ["after a decision", true, null, false, 99 * 3_600_000, true],
    ["the clock went back a minute", true, nowMs, true, -60_000, true],
    ["the clock went back a day", true, nowMs, true, -86_400_000, false],
  ] as const)("O10 blind replay: %s", (_title, everMaybe, replayFromMs, same, laterMs, may) => {
    expect(mayReplay({ everMaybe, replayFromMs }, same, nowMs + laterMs)).toBe(may);
  });
});

const outcomes: fc.Arbitrary<SendOutcome> = fc.oneof(
  fc.constantFrom<SendOutcome>(
    { kind: "created" },
    { kind: "unknown-answer" },
    { kind: "offline" },
    { kind: "broken" },
    { kind: "timeout" },
    { kind: "given-up" },
    { kind: "in-progress" },
    { kind: "key-conflict" },
    { kind: "key-refused" },
    { kind: "forbidden" },
    { kind: "refused" },
  ),
  fc.record({ kind: fc.constant("not-the-api" as const), definite: fc.boolean() }),
  fc.record({
    kind: fc.constant("server-error" as const),
    definite: fc.boolean(),
    retryAfterMs: fc.option(fc.nat(100_000)),
  }),
  fc.record({ kind: fc.constant("rate-limited" as const), waitMs: fc.nat(100_000) }),
);

test("O1 whatever happens, an entry ends with an outcome, somebody's attention, a hold or a next try", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          outcome: outcomes,
          waitMs: fc.nat(3_600_000),
          random: fc.double({ min: 0, max: 0.999, noNaN: true }),
        }),
      ),
      (steps) => {
        let entry = newDelivery;
        let atMs = nowMs;
        for (const { outcome, waitMs, random } of steps) {
          atMs += waitMs;
          if (entry.state === "done") break;
          entry = afterTry(entry, outcome, { nowMs: atMs, random });
          const held = entry.reason === "key-refused" || entry.reason === "forbidden";
          const due = entry.nextTryAtMs !== null && entry.nextTryAtMs >= atMs;
          expect(entry.state !== "waiting" || held || due).toBe(true);
          expect(entry.state !== "needs-attention" || entry.reason !== null).toBe(true);
          expect(entry.state === "done").toBe(entry.certainty === "confirmed");
          expect(entry.state).not.toBe("sending");
          expect(!entry.everMaybe || entry.replayFromMs !== null).toBe(true);
        }
      },
    ),
  );
});
