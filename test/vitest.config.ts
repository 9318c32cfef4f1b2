import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";
import type { HostKind } from "./support/hosts/host.ts";
import { interceptedSuites, stationSuites } from "./support/hosts/suites.ts";

const root = resolve(import.meta.dirname, "..");

const suite = (name: string, more: Record<string, unknown>): Record<string, unknown> => ({
  extends: true,
  test: { name, include: [`test/${name}/**/*.test.{ts,tsx}`], ...more },
});

/** The longest files, the longest first. They start first, so that no worker waits for one of them at the end. */
const longFiles = [
  "e2e/scenes-of-finish-line",
  "e2e/scenes-of-check-in",
  "e2e/scenes-of-desks",
  "e2e/arrivals-slow",
  "e2e/arrivals",
  "e2e/dialogs",
  "e2e/no-connection",
  "e2e/screens",
  "e2e/own-browser",
  "e2e/scanner-bursts",
  "services/desks/take-over",
  "attacks/hostile-hub",
  "damage/damaged-wal",
].map((name) => `/${name}.test.ts`);

class LongFilesFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = longFiles.findIndex((name) => moduleId.endsWith(name));
      return place === -1 ? longFiles.length : place;
    };
    return Promise.resolve(files.toSorted((a, b) => placeOf(a) - placeOf(b)));
  }
}

/**
 * These tests wait for timers, processes and typing for half of their time, so more files run than there are cores: with
 * two cores, five browser files, and three of the others, which use the processor more.
 */
const waiting = {
  isolate: false,
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  sequence: { groupOrder: 1 },
};

/**
 * Each worker loads once what its files share, mainly the browser. The limits, in milliseconds, end a test that hangs; a
 * machine that is ten times slower than usual passes all the same.
 */
const endToEnd = {
  ...waiting,
  maxWorkers: Math.ceil(availableParallelism() * 2.5),
  testTimeout: 480_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
};

const integration = { ...waiting, testTimeout: 60_000, hookTimeout: 60_000 };

const replacing = ["test/integration/db/{flushed-names,verify-one-snapshot}.test.ts"];

/** The end-to-end suites again, on a desktop. */
const onHost = (name: Exclude<HostKind, "station">): Record<string, unknown> =>
  suite(name, {
    ...endToEnd,
    include: ["test/e2e/*.test.ts", ...(name === "double" ? ["test/e2e/desktop/*.test.ts"] : [])],
    exclude: [...Object.keys(stationSuites), ...(name === "electron" ? interceptedSuites : [])].map(
      (suite) => `test/e2e/${suite}.test.ts`,
    ),
    env: { CHUTE_E2E_HOST: name },
  });

/** One project per suite: `vitest run --project unit`. A failing test is never tried again. */
export default defineConfig({
  root,
  test: {
    retry: 0,
    passWithNoTests: false,
    allowOnly: false,
    pool: "forks",
    // Vitest's default leaves one core unused, which is half of two.
    maxWorkers: "100%",
    testTimeout: 15_000,
    hookTimeout: 30_000,
    teardownTimeout: 10_000,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      // Each worker loads once what its files share. A file that replaces a shared module gets its own worker.
      suite("unit", { isolate: false }),
      suite("integration", {
        ...integration,
        include: ["test/{integration,attacks}/**/*.test.{ts,tsx}"],
        exclude: replacing,
      }),
      suite("integration-apart", { ...integration, isolate: true, include: replacing }),
      suite("crash", { testTimeout: 600_000 }),
      // The test plays its stories in separate processes.
      suite("simulation", { testTimeout: 900_000 }),
      suite("e2e", endToEnd),
      onHost("double"),
      onHost("electron"),
    ],
  },
});
