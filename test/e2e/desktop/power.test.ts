import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";
import type { Desktop } from "#test/support/electron-double/start-desktop.ts";
import type { ScriptedServer } from "#test/support/scripted-server.ts";
import { startScriptedServer } from "#test/support/scripted-server.ts";

const browser = desktopBrowser();

/** A desktop that just reached its organization and would not check the connection again for a minute. */
async function connect(): Promise<{ desktop: Desktop; server: ScriptedServer }> {
  const server = await startScriptedServer();
  onTestFinished(() => server.close());
  const desktop = await startDesktop(browser());
  await desktop.value("connection.save", {
    commandId: randomUUID(),
    baseUrl: server.url,
    apiKey: "key-1",
  });
  await expect
    .poll(async () => (await desktop.value("sync.status", {})).connectivity.state)
    .toBe("online");
  return { desktop, server };
}

const asked = ({ seen }: ScriptedServer): number =>
  seen.filter(({ path }) => path === "/organization").length;

test("O12 after sleep, when the screen is unlocked and when the network is back, the connection is checked at once", async () => {
  const { desktop, server } = await connect();
  const page = await desktop.page();
  await page.getByRole("navigation").waitFor();
  const returns = {
    resume: () => desktop.control("control.emit", { source: "powerMonitor", event: "resume" }),
    unlock: () =>
      desktop.control("control.emit", { source: "powerMonitor", event: "unlock-screen" }),
    async network() {
      await page.context().setOffline(true);
      await page.context().setOffline(false);
    },
  };
  for (const [what, happens] of Object.entries(returns)) {
    const before = asked(server);
    await happens();
    await expect.poll(() => asked(server), { timeout: 15_000, message: what }).toBe(before + 1);
  }
});

test("the screen is kept on only while an event is open", async () => {
  const desktop = await startDesktop(browser());
  await desktop.page();
  const isKeptAwake = () => desktop.control("control.is-kept-awake", undefined);
  expect(await isKeptAwake()).toBe(false);
  await desktop.value("practice.start", { commandId: randomUUID() });
  await expect.poll(isKeptAwake).toBe(true);
  await desktop.value("practice.leave", { commandId: randomUUID() });
  await expect.poll(isKeptAwake).toBe(false);
});

test("J1 the system's shutdown closes the program in order", async () => {
  const desktop = await startDesktop(browser());
  await desktop.page();
  await desktop.control("control.emit", { source: "powerMonitor", event: "shutdown" });
  expect(await desktop.ended()).toMatchObject({ code: 0 });
  const next = await startDesktop(browser(), { dataDir: desktop.dataDir });
  expect(await next.value("connection.get", {})).toMatchObject({ state: "none" });
});
