import { readdirSync } from "node:fs";
import { join } from "node:path";
import { extractFile, listPackage } from "@electron/asar";
import { FuseState, FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "#test/support/processes/programs.ts";
import type { Target } from "#test/support/packaging/fake-runtime.ts";
import { packFor } from "#test/support/packaging/pack.ts";
import type { Packed } from "#test/support/packaging/pack.ts";

const all: readonly Target[] = ["linux", "win32", "darwin"];
/** On a Mac the packer signs the program, which fails for the fake program of this test. */
const targets = all.filter((target) => target !== "darwin" || process.platform !== "darwin");

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll("\\", "/"))
    .toSorted();

describe.each(targets)("packed for %s", (target) => {
  let packed: Packed;
  let names: string[];

  beforeAll(async () => {
    packed = await packFor(target);
    names = listPackage(packed.asar, { isPack: false }).map((name) => name.replaceAll("\\", "/"));
  });
  afterAll(() => packed.remove());

  test("the whole build is in it, and nothing that a plain Node runs", () => {
    const built = ["main", "preload", "renderer"].flatMap((floor) =>
      filesUnder(join(projectRoot, "out", floor)).map((path) => `/out/${floor}${path}`),
    );
    const expected = built.filter((path) => !/\/main\/(station|sandbox)\.js$/.test(path));
    const packedBuild = names.filter((name) => /^\/out\/.*\.\w+$/.test(name));
    expect(packedBuild.toSorted()).toEqual([...expected, "/out/licences.txt"].toSorted());
  });

  test("no source, no test and no package but the native module is in it", () => {
    const others = names.filter(
      (name) =>
        !/^\/(?:out|package\.json$|node_modules$|node_modules\/better-sqlite3(?:$|\/(?:lib|prebuilds|package\.json|LICENSE)))/.test(
          name,
        ),
    );
    expect(others).toEqual([]);
    expect(names.filter((name) => /\.tsx?$|\.map$|\.cpp$|\.h$/.test(name))).toEqual([]);
  });

  test("of the native binaries only this platform's is in it, beside the archive", () => {
    const binary = `/node_modules/better-sqlite3/prebuilds/${target}-x64.node`;
    expect(names.filter((name) => name.endsWith(".node"))).toEqual([binary]);
    expect(filesUnder(packed.unpacked)).toEqual([binary]);
  });

  test("every fuse is set as we say, and none is left to chance", async () => {
    const { version, ...wire } = await getCurrentFuseWire(packed.program);
    const { DISABLE, ENABLE } = FuseState;
    expect(version).toBe("1");
    expect(wire).toEqual({
      [FuseV1Options.RunAsNode]: DISABLE,
      [FuseV1Options.EnableCookieEncryption]: ENABLE,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: DISABLE,
      [FuseV1Options.EnableNodeCliInspectArguments]: DISABLE,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: ENABLE,
      [FuseV1Options.OnlyLoadAppFromAsar]: ENABLE,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: DISABLE,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: DISABLE,
      [FuseV1Options.WasmTrapHandlers]: ENABLE,
    });
  });

  test("the licences of the runtime lie beside the program", () => {
    const inFolder = filesUnder(packed.folder).join("\n");
    // On a Mac the licences are inside the disk image.
    expect(target === "darwin" || /LICENSES\.chromium\.html/.test(inFolder)).toBe(true);
    expect(extractFile(packed.asar, "out/licences.txt").toString()).toContain("better-sqlite3");
  });

  test("without an address for updates there are none", () => {
    const about: unknown = JSON.parse(extractFile(packed.asar, "package.json").toString());
    expect(about).not.toHaveProperty("updates");
    expect(filesUnder(packed.folder).filter((path) => path.endsWith("app-update.yml"))).toEqual([]);
  });
});

test("a setting that electron-builder does not know is refused", async () => {
  const change = { asarUnpak: ["**/*.node"] };
  await expect(packFor("linux", {}, change)).rejects.toThrow(/asarUnpak/);
});
