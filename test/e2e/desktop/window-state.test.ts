import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { desktopBrowser } from "#test/support/electron-double/desktop-browser.ts";
import { openAnnouncer, openPractice } from "#test/support/electron-double/practice.ts";
import type { Desktop } from "#test/support/electron-double/start-desktop.ts";
import { startDesktop } from "#test/support/electron-double/start-desktop.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const browser = desktopBrowser();

const laptop = { x: 0, y: 0, width: 1440, height: 900 };
const beamer = { x: 1440, y: 0, width: 1920, height: 1080 };
const display = (area: typeof laptop) => ({ bounds: area, workArea: area });

const windowsOf = (desktop: Desktop) => desktop.control("control.windows", undefined);

async function quit(desktop: Desktop): Promise<void> {
  const [main, announcer] = await windowsOf(desktop);
  for (const window of [announcer, main]) {
    if (window !== undefined) {
      await desktop.control("control.close-window", { pageId: window.pageId });
    }
  }
  expect((await desktop.ended()).code).toBe(0);
}

test("the announcer opens on its own display, both windows come back where they were", async () => {
  const dataDir = temporaryFolder();
  const first = await startDesktop(browser(), { dataDir });
  const page = await openPractice(first);
  await first.control("control.displays", [display(laptop), display(beamer)]);
  await openAnnouncer(page);
  await first.page(1);
  const [, fresh] = await windowsOf(first);
  expect(fresh?.options).toMatchObject({ x: 1760, y: 180, width: 1280, height: 720 });
  const { about } = await first.value("desk.get", {});
  await quit(first);
  const file = join(about.dataDir, "window.json");
  const kept = JSON.parse(readFileSync(file, "utf8")) as Record<
    "main" | "announcer",
    { readonly displays: string; state: object }[]
  >;
  expect(kept.main).toHaveLength(1);
  expect(kept.announcer[0]).toMatchObject({
    displays: "1440x900+0+0 1920x1080+1440+0",
    state: { at: { x: 1760, y: 180 }, width: 1280, height: 720 },
  });

  // Changes the stored state to maximized, because only a window manager maximizes a window.
  for (const place of kept.main) place.state = { ...place.state, maximized: true };
  writeFileSync(file, JSON.stringify(kept));
  const second = await startDesktop(browser(), { dataDir });
  const again = await second.page();
  await second.control("control.displays", [display(laptop), display(beamer)]);
  await openAnnouncer(again);
  await second.page(1);
  const [main, announcer] = await windowsOf(second);
  expect(main).toMatchObject({ options: { x: 0, y: 0 }, isMaximized: true });
  expect(announcer?.options).toMatchObject({ x: 1760, y: 180, width: 1280, height: 720 });

  // The second display is unplugged, so the stored position is outside every display.
  await second.control("control.close-window", { pageId: announcer?.pageId ?? 0 });
  await second.control("control.displays", [display(laptop)]);
  await openAnnouncer(again);
  await second.page(1);
  const [, seen] = await windowsOf(second);
  expect(seen?.options).toMatchObject({ width: 1280, height: 720 });
  expect(seen?.options).not.toHaveProperty("x");
});
