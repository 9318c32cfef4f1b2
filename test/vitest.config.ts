import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

const root = resolve(import.meta.dirname, "..");

const suite = (name: string, more: Record<string, unknown>): Record<string, unknown> => ({
  extends: true,
  test: { name, include: [`test/${name}/**/*.test.{ts,tsx}`], ...more },
});

/** One project per suite: `vitest run --project unit`. A failing test is never tried again. */
export default defineConfig({
  root,
  test: {
    retry: 0,
    passWithNoTests: false,
    allowOnly: false,
    pool: "forks",
    testTimeout: 15_000,
    hookTimeout: 30_000,
    teardownTimeout: 10_000,
    projects: [
      suite("unit", {}),
      suite("integration", { testTimeout: 30_000, hookTimeout: 60_000 }),
      // Stations are killed again and again; the moments are kept from other suites' load.
      suite("crash", { testTimeout: 300_000, fileParallelism: false }),
      // Plays its stories in processes of its own.
      suite("simulation", { testTimeout: 900_000 }),
      // Browsers on a two-core machine: one at a time.
      suite("e2e", {
        testTimeout: 120_000,
        hookTimeout: 120_000,
        fileParallelism: false,
        expect: { poll: { timeout: 10_000 } },
      }),
    ],
  },
});
