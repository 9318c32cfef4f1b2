import { join } from "node:path";
import { flipFuses, FuseV1Options, FuseVersion } from "@electron/fuses";
import type { FuseConfig } from "@electron/fuses";
import type { AfterPackContext } from "electron-builder";

/**
 * The fuses of the packed Electron runtime. Strict: a runtime with a fuse that is missing here fails the build.
 * (electron-builder's own setting lacks one fuse of this runtime.)
 */
const fuses = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  // The screens are loaded over app://, never over file://.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Electron's default: the processor checks the bounds of WebAssembly memory (the barcode reader).
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseConfig;

/** File names of Linux programs are lower case. */
export const linuxProgram = "chute";

/** Sets the fuses of a packed program, before it is signed. */
export async function setFuses(context: AfterPackContext): Promise<void> {
  await flipFuses(programOf(context), {
    ...fuses,
    // Flipping fuses breaks the ad-hoc signature, which Apple silicon requires of every program.
    resetAdHocDarwinSignature:
      context.electronPlatformName === "darwin" && process.platform === "darwin",
  });
}

function programOf({ appOutDir, electronPlatformName, packager }: AfterPackContext): string {
  const name = packager.appInfo.productFilename;
  switch (electronPlatformName) {
    case "darwin":
      return join(appOutDir, `${name}.app`);
    case "win32":
      return join(appOutDir, `${name}.exe`);
    default:
      return join(appOutDir, linuxProgram);
  }
}
