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
 * As many files at a time as there are cores. With two cores this took three quarters of the time of one. Each worker
 * loads once what its files share, mainly the browser.
 */
const endToEnd = {
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 10_000 } },
};

const integration = { testTimeout: 30_000, hookTimeout: 60_000 };

const replacing = ["test/integration/db/{flushed-names,verify-one-snapshot}.test.ts"];

/** The end-to-end suites again, on a desktop. */
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
    // Vitest's default leaves one core unused, which is half of two.
    maxWorkers: "100%",
    testTimeout: 15_000,
    hookTimeout: 30_000,
    teardownTimeout: 10_000,
    projects: [
      // Each worker loads once what its files share. A file that replaces a shared module gets its own worker.
      suite("unit", { isolate: false }),
      suite("integration", {
        ...integration,
        include: ["test/{integration,attacks}/**/*.test.{ts,tsx}"],
        isolate: false,
        exclude: replacing,
      }),
      suite("integration-apart", { ...integration, include: replacing }),
      suite("crash", { testTimeout: 600_000 }),
      // The test plays its stories in separate processes.
      suite("simulation", { testTimeout: 900_000 }),
      suite("e2e", endToEnd),
      onHost("double"),
      onHost("electron"),
    ],
  },
});
