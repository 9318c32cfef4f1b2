import { readFileSync } from "node:fs";
import { test } from "vitest";
import { canRecord, expectNoFault, images } from "./expect-no-fault.ts";
import { recordTrace } from "./record.ts";
import { committedTrace, unpackTrace } from "./trace.ts";

test("J1 J6 J8 O3 S4 what holds for the run that stands here holds for one of this very build, where it can be recorded", () => {
  const trace = canRecord ? recordTrace() : unpackTrace(readFileSync(committedTrace));
  expectNoFault(trace, canRecord ? images / 2 : images / 10);
});
