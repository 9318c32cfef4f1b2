import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

/**
 * The tests that Stryker runs on each mutant: the unit tests of the rules, and the tests of the sync with a real
 * database and a real server.
 */
export default defineConfig({
  root: resolve(import.meta.dirname, "../.."),
  test: {
    include: [
      "test/unit/{domain,podium,names,sync}/**/*.test.ts",
      "test/integration/{sync,rules}/**/*.test.ts",
    ],
    pool: "forks",
    testTimeout: 30_000,
  },
});
