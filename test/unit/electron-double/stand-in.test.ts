import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { startChild } from "#test/support/processes/child.ts";
import { projectRoot } from "#test/support/processes/programs.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const register = resolve(projectRoot, "test/support/electron-double/module/register.ts");

/** Runs a main process with these source lines on the double. */
async function runMain(lines: string) {
  const folder = temporaryFolder();
  const program = join(folder, "main.mjs");
  writeFileSync(program, lines);
  const child = startChild(program, [], {
    nodeFlags: ["--import", register],
    env: { HOME: folder, XDG_CONFIG_HOME: folder },
  });
  return child.ended();
}

test("a main process that uses what the double has goes on", async () => {
  const ended = await runMain(`import { app } from "electron";
await app.whenReady();
app.on("will-quit", () => console.log("leaving", app.getVersion().length > 0));
app.quit();`);
  expect(ended).toMatchObject({ code: 0, stdout: "leaving true\n" });
});

test.each([
  ["app.dock", `import { app } from "electron"; app.dock;`],
  [
    "app.setSecureKeyboardEntryEnabled",
    `import { app } from "electron"; try { app.setSecureKeyboardEntryEnabled(true); } catch {}`,
  ],
  ["app.name", `import { app } from "electron"; app.name = "x";`],
  [
    "“gpu-info-update” of app",
    `import { app } from "electron"; app.on("gpu-info-update", () => 1);`,
  ],
])("main uses %s, which the double has not: the process ends and says so", async (name, lines) => {
  const { code, stderr } = await runMain(lines);
  expect(code).toBe(86);
  expect(stderr).toContain(name);
});

test("a module of Electron's that the double has not fails the start", async () => {
  const { code, stderr } = await runMain(`import { desktopCapturer } from "electron";`);
  expect(code).toBe(1);
  expect(stderr).toContain("desktopCapturer");
});
