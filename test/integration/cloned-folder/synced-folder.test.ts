import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { syncingProgram } from "#core/db/open/synced-folder.ts";
import { openTestCore, temporaryFolder } from "#test/support/test-core.ts";

test.each([
  ["Dropbox", "Dropbox/races/chute"],
  ["Dropbox", "Dropbox (Harbour Hills)/chute"],
  ["OneDrive", "OneDrive - Harbour Hills/Documents/chute"],
  ["OneDrive", "Library/CloudStorage/OneDrive-Personal/chute"],
  ["Google Drive", "Library/CloudStorage/GoogleDrive-desk@example.org/My Drive/chute"],
  ["Google Drive", "Google Drive/chute"],
  ["iCloud Drive", "Library/Mobile Documents/com~apple~CloudDocs/chute"],
  ["Nextcloud", "Nextcloud/chute"],
  ["MEGA", "MEGAsync/chute"],
  [null, "races/chute"],
  [null, "box/chute"],
  [null, "mega race/chute"],
])("J1 %s is told by the names of the folders: %s", (program, path) => {
  expect(syncingProgram(`/home/ana/${path}`)).toBe(program);
});

test("J1 Syncthing is told by the mark in its folder, also where a link leads into it", () => {
  const folder = temporaryFolder();
  const inside = join(folder, "shared", "chute");
  mkdirSync(inside, { recursive: true });
  expect(syncingProgram(inside)).toBeNull();
  writeFileSync(join(folder, "shared", ".stfolder"), "");
  expect(syncingProgram(inside)).toBe("Syncthing");
  symlinkSync(inside, join(folder, "link"));
  expect(syncingProgram(join(folder, "link"))).toBe("Syncthing");
});

test("J1 a data folder inside a synced folder is among the findings from the start", async () => {
  const dataDir = join(temporaryFolder(), "Nextcloud", "chute");
  mkdirSync(dataDir, { recursive: true });
  const desk = await openTestCore({ dataDir });
  const { about } = await desk.value("desk.get", {});
  expect(about.findings).toMatchObject([
    { code: "folder-synced", facts: { program: "Nextcloud" } },
  ]);
});
