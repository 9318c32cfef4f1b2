import { onTestFinished } from "vitest";
import type { Child, ChildOptions } from "./child.ts";
import { startChild } from "./child.ts";
import { stationProgram } from "./programs.ts";
import type { StationProcess } from "./station-client.ts";
import { connectStation } from "./station-client.ts";

/**
 * Starts a built station with a data folder on a free port, and stops it after the test. The station checks every
 * answer against the contract.
 */
export function startStationProcess(
  dataDir: string,
  flags: readonly string[] = [],
  options: ChildOptions = {},
): Promise<StationProcess> {
  return connectStation(
    startStationChild(["--port", "0", "--data-dir", dataDir, ...flags], options),
  );
}

/** Starts a station that may refuse to start; the flag `--json` is added. */
export function startStationChild(flags: readonly string[], options: ChildOptions = {}): Child {
  const child = startChild(stationProgram, ["--json", ...flags], {
    ...options,
    env: { CHUTE_CHECK_OUTPUTS: "1", ...options.env },
  });
  onTestFinished(async () => {
    await child.stop();
  });
  return child;
}
