import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Arch, build, Platform } from "electron-builder";
import { builderConfig } from "#packaging/builder-config.ts";
import type { Environment } from "#packaging/release.ts";
import { projectRoot } from "../processes/programs.ts";
import { writeFakeRuntime } from "./fake-runtime.ts";
import type { Target } from "./fake-runtime.ts";

export interface Packed {
  /** The folder that would be installed. */
  readonly folder: string;
  /** The archive; other files lie beside it. */
  readonly asar: string;
  readonly unpacked: string;
  /** The file that has the fuses; on a Mac the folder of the app. */
  readonly program: string;
  remove(): void;
}

const platforms = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC };

/** Packs the build in `out/` with electron-builder, around a fake runtime. */
export async function packFor(
  target: Target,
  environment: Environment = {},
  change: Readonly<Record<string, unknown>> = {},
): Promise<Packed> {
  const temporary = mkdtempSync(join(tmpdir(), `chute-pack-${target}-`));
  const remove = (): void => rmSync(temporary, { recursive: true, force: true });
  try {
    const dist = join(temporary, "runtime");
    const output = join(temporary, "packed");
    writeFakeRuntime(dist, target);
    const config = builderConfig(environment, target);
    await build({
      projectDir: projectRoot,
      targets: platforms[target].createTarget("dir", Arch.x64),
      publish: "never",
      config: {
        ...config,
        electronDist: dist,
        directories: { ...config.directories, output },
        // No certificate to sign with exists here.
        forceCodeSigning: false,
        mac: { ...config.mac, identity: null, notarize: false },
        ...change,
      },
    });
    const [name = ""] = readdirSync(output).filter((entry) => /unpacked$|^mac/.test(entry));
    return { ...placesIn(join(output, name), target), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function placesIn(folder: string, target: Target): Omit<Packed, "remove"> {
  const mac = join(folder, "Chute.app/Contents");
  const resources = target === "darwin" ? join(mac, "Resources") : join(folder, "resources");
  const program = {
    linux: join(folder, "chute"),
    win32: join(folder, "Chute.exe"),
    darwin: join(folder, "Chute.app"),
  }[target];
  const asar = join(resources, "app.asar");
  return { folder, asar, unpacked: `${asar}.unpacked`, program };
}
