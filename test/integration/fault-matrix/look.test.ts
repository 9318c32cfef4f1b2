import { afterAll, beforeAll } from "vitest";
import { closeSandboxBenches } from "#test/support/sandbox-bench.ts";
import type { LookRun } from "./look-run.ts";
import { runLooking } from "./look-run.ts";
import type { FaultStage } from "./fault-bench.ts";
import { openStage } from "./fault-bench.ts";
import { describeCells } from "./cells.ts";
import { lookObservers } from "./observe.ts";
import { sendTable } from "./table.ts";

let stage: FaultStage;

beforeAll(async () => {
  stage = await openStage(30);
});

afterAll(async () => {
  await stage.close();
  await closeSandboxBenches();
});

describeCells<LookRun>(sendTable, lookObservers, (fault) => runLooking(stage, fault));
