import { expect, test } from "vitest";
import { countProblems } from "#core/problem-log.ts";
import { createManualClock } from "#test/support/clock.ts";

function openProblemLog() {
  const passed: string[] = [];
  const clock = createManualClock();
  const { logger, list } = countProblems(
    { log: (level, event) => void passed.push(`${level} ${event}`) },
    clock,
  );
  return { logger, list, passed, clock };
}

test("warnings and errors are counted by their codes, the last one last, and everything is passed on", async () => {
  const { logger, list, passed, clock } = openProblemLog();
  logger.log("debug", "partner.exchange", { status: 200 });
  logger.log("warn", "backup.failed", { why: "disk-full" });
  logger.log("error", "router.internal", { error: new TypeError("Amara Okafor") });
  await clock.advance(5);
  logger.log("warn", "backup.failed", { why: "disk-full" });
  logger.log("warn", "clock.jumped");
  const nowMs = clock.now();
  expect(list()).toEqual([
    { event: "router.internal", why: "TypeError", count: 1, lastAtMs: nowMs - 5 },
    { event: "backup.failed", why: "disk-full", count: 2, lastAtMs: nowMs },
    { event: "clock.jumped", why: "", count: 1, lastAtMs: nowMs },
  ]);
  expect(passed).toHaveLength(5);
});

test("K1 a cause that is no code is not kept, and no fault makes the list grow for ever", () => {
  const { logger, list } = openProblemLog();
  logger.log("warn", "lists.failed", { why: "Amara Okafor" });
  expect(list()).toMatchObject([{ why: "" }]);
  for (let number = 0; number < 500; number += 1) logger.log("warn", `many-${number}`);
  expect(list()).toHaveLength(100);
  expect(list().at(-1)?.event).toBe("many-499");
});
