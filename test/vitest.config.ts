import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import type { HostKind } from "./support/hosts/host.ts";
import { stationSuites } from "./support/hosts/suites.ts";

const root = resolve(import.meta.dirname, "..");

const suite = (name: string, more: Record<string, unknown>): Record<string, unknown> => ({
  extends: true,
  test: { name, include: [`test/${name}/**/*.test.{ts,tsx}`], ...more },
});

/**
 * As many files at a time as there are cores: two took three quarters of the time of one. What files
 * share, the browser before all, is loaded once by each worker.
 */
const endToEnd = {
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 10_000 } },
};

const integration = { testTimeout: 30_000, hookTimeout: 60_000 };

const replacing = ["test/integration/db/{flushed-names,one-moment}.test.ts"];

/** The end-to-end suites once more, on a desktop. */
const onHost = (name: Exclude<HostKind, "station">): Record<string, unknown> =>
  suite(name, {
    ...endToEnd,
    include: ["test/e2e/*.test.ts", ...(name === "double" ? ["test/e2e/desktop/*.test.ts"] : [])],
    exclude: Object.keys(stationSuites).map((suite) => `test/e2e/${suite}.test.ts`),
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
    // Its own measure leaves one core idle, which of two is half.
    maxWorkers: "100%",
    testTimeout: 15_000,
    hookTimeout: 30_000,
    teardownTimeout: 10_000,
    projects: [
      // Each worker loads what its files share once; a file that puts something else in its place has one of its own.
      suite("unit", { isolate: false }),
      suite("integration", {
        ...integration,
        include: ["test/{integration,attacks}/**/*.test.{ts,tsx}"],
        isolate: false,
        exclude: replacing,
      }),
      suite("integration-apart", { ...integration, include: replacing }),
      suite("crash", { testTimeout: 600_000 }),
      // Plays its stories in processes of its own.
      suite("simulation", { testTimeout: 900_000 }),
      suite("e2e", endToEnd),
      onHost("double"),
      onHost("electron"),
    ],
  },
});
