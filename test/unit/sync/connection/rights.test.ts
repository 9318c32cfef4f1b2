import { expect, test } from "vitest";
import type { Outcome } from "#core/partner/classify-response.ts";
import type { TaughtAt } from "#core/sync/connection/rights.ts";
import { learnRights, untriedRights } from "#core/sync/connection/rights.ts";

const worked: Outcome = { kind: "success", status: 200, body: {}, id: null };
const words = { status: 403, code: null, message: null, fields: {} };
const refused: Outcome = { kind: "forbidden", words };
const endpoint = "results.read";

test("K5 a right that was refused after it had worked is refused, and worked again where it works later", () => {
  const taughtAt: TaughtAt = new Map();
  let rights = learnRights(untriedRights, taughtAt, { endpoint, outcome: worked, sentAt: 10 });
  expect(rights.readResults).toBe("worked");
  rights = learnRights(rights, taughtAt, { endpoint, outcome: refused, sentAt: 20 });
  expect(rights.readResults).toBe("refused");
  rights = learnRights(rights, taughtAt, { endpoint, outcome: worked, sentAt: 30 });
  expect(rights.readResults).toBe("worked");
});

test("K5 an answer that comes late says nothing against a request that left after it", () => {
  const taughtAt: TaughtAt = new Map();
  const rights = learnRights(untriedRights, taughtAt, { endpoint, outcome: refused, sentAt: 20 });
  const late = learnRights(rights, taughtAt, { endpoint, outcome: worked, sentAt: 10 });
  expect(late.readResults).toBe("refused");
});
