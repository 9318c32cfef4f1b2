import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { startSandbox } from "#sandbox/sandbox.ts";
import type { StartPractice } from "#core/ports.ts";

/** The sample race: large enough to search in, small enough to be ready within a second. */
const sampleRunners = 3000;
const sampleSeed = 1;

/** Serves the sample race on any free loopback port; what was registered in it is kept in `folder`. */
export const startPractice: StartPractice = async (folder, fresh) => {
  const stateFile = join(folder, "sandbox.jsonl");
  await mkdir(folder, { recursive: true });
  if (fresh) await rm(stateFile, { force: true });
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  const sandbox = await startSandbox({
    runners: sampleRunners,
    seed: sampleSeed,
    stateFile,
    timezone,
  });
  return {
    baseUrl: sandbox.url,
    apiKey: sandbox.keys.all,
    eventId: sandbox.mainEventId,
    close: () => sandbox.close(),
  };
};
