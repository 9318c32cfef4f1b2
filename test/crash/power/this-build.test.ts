import { test } from "vitest";
import { canRecord, expectNoFault, images } from "./expect-no-fault.ts";
import { recordTrace } from "./record.ts";

test("J1 J6 J8 O3 S4 what holds for the run that stands here holds for one of this very build, where it can be recorded", ({
  skip,
}) => {
  skip(!canRecord, "recording needs strace");
  expectNoFault(recordTrace(), images / 2);
});
