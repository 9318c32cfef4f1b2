import { afterAll, beforeAll } from "vitest";
import { closeSandboxBenches } from "#test/support/sandbox-bench.ts";
import type { DownloadRun, Upstream } from "./download-run.ts";
import { changeUpstream, runDownload } from "./download-run.ts";
import type { FaultStage } from "./fault-bench.ts";
import { openStage } from "./fault-bench.ts";
import { describeCells } from "./cells.ts";
import { downloadObservers } from "./observe.ts";
import { downloadTable } from "./table.ts";

let stage: FaultStage;
let upstream: Upstream;
beforeAll(async () => {
  stage = await openStage(250);
  upstream = changeUpstream(stage);
});

afterAll(async () => {
  await stage.close();
  await closeSandboxBenches();
});

describeCells<DownloadRun>(downloadTable, downloadObservers, (fault) =>
  runDownload(stage, fault, upstream),
);
