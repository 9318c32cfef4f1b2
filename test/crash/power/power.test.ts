import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { canRecord, expectNoFault, images } from "./expect-no-fault.ts";
import { createDisk, everything, nothing } from "./disk.ts";
import { faultsOf } from "./open-image.ts";
import { committedTrace, sourcesHash, unpackTrace } from "./trace.ts";

/**
 * A kill does not test what a power cut does, because written bytes are still in memory and the next process finds
 * them. So a run of the built station is recorded: each write and each flush of the database files, and the moment at
 * which each reply was read. Then the power is cut on a simulated disk that keeps what was flushed and any part of the
 * rest, and each result is opened as the next start opens it. Only the kernel sees which bytes were flushed when,
 * because SQLite makes its system calls outside of JavaScript. strace records them if it is installed; the committed
 * run was recorded with it, so that no machine needs strace. A recorded run is valid only for the sources that it was
 * made with, so a change of these sources needs a new recording.
 */
const committed = unpackTrace(readFileSync(committedTrace));

const nobodyKnows = { replies: new Map<string, string>(), arrived: new Set<string>() };

describe("power cuts", () => {
  test("J1 the recorded run is one of these sources; else: node test/crash/power/record.ts", () => {
    expect(committed.madeWith).toBe(sourcesHash());
  });

  test("J1 J6 J8 O3 S4 whatever was acknowledged survives losing all that was not flushed, in part and out of order", () => {
    expectNoFault(committed, canRecord ? images / 2 : images);
  });

  test("S4 a cut in the very first step of a new database leaves a folder that opens", () => {
    const folder = mkdtempSync(join(tmpdir(), "chute-image-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const disk = createDisk();
    for (const event of committed.events) {
      disk.apply(event);
      if (event.at === "unlink" && event.file === "chute.sqlite-journal") break;
    }
    const halfDone = disk.image(nothing);
    expect([...halfDone.keys()]).toContain("chute.sqlite-journal");
    expect(faultsOf(halfDone, folder, nobodyKnows)).toEqual([]);
    expect(faultsOf(disk.image(everything), folder, nobodyKnows)).toEqual([]);
  });
});
