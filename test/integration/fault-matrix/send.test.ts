import { afterAll, beforeAll } from "vitest";
import { closeSandboxBenches } from "#test/support/sandbox-bench.ts";
import type { SendRun } from "./send-run.ts";
import { runSending } from "./send-run.ts";
import type { FaultStage } from "./fault-bench.ts";
import { openStage } from "./fault-bench.ts";
import { describeCells } from "./cells.ts";
import { sendObservers } from "./observe.ts";
import { sendTable } from "./table.ts";

let stage: FaultStage;

beforeAll(async () => {
  stage = await openStage(30);
});

afterAll(async () => {
  await stage.close();
  await closeSandboxBenches();
});

describeCells<SendRun>(sendTable, sendObservers, (fault) => runSending(stage, fault));
