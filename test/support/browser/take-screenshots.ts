import { copyFileSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { startVitest } from "vitest/node";

/**
 * Takes the pictures of the README again, from the built programs: `node test/support/browser/take-screenshots.ts`
 * after `npm run build`.
 */
const root = join(import.meta.dirname, "../../..");
const taken = join(root, "test-results/readme");
const kept = join(root, "resources/screenshots");
/** A larger picture makes the README slow to open. */
const mostBytes = 250_000;

const vitest = await startVitest("test", ["readme-pictures"], {
  config: join(root, "test/vitest.config.ts"),
  project: ["e2e"],
  watch: false,
});
await vitest.close();
if (process.exitCode === undefined || process.exitCode === 0) {
  mkdirSync(kept, { recursive: true });
  for (const name of readdirSync(taken)) {
    const { size } = statSync(join(taken, name));
    if (size > mostBytes) throw new Error(`${name} has ${size} bytes, more than ${mostBytes}.`);
    copyFileSync(join(taken, name), join(kept, name));
    process.stdout.write(`${name}: ${size} bytes\n`);
  }
}
