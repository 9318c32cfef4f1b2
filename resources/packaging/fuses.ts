import { join } from "node:path";
import { flipFuses, FuseV1Options, FuseVersion } from "@electron/fuses";
import type { FuseConfig } from "@electron/fuses";
import type { AfterPackContext } from "electron-builder";

/**
 * What is burnt into the runtime that ships. Strict: a runtime with a fuse that is not named here is
 * not packaged. (electron-builder's own setting knows one fuse less than this runtime has.)
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
  // The screens come by app://, never by file://.
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // As the runtime has it: bounds of WebAssembly (the code reader) are checked by the processor.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseConfig;

/** Linux programs are called in small letters. */
export const linuxProgram = "chute";

/** Sets the fuses of a packed program, before it is signed. */
export async function setFuses(context: AfterPackContext): Promise<void> {
  await flipFuses(programOf(context), {
    ...fuses,
    // Changing the program breaks the signature that lets an unsigned one start on Apple silicon.
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
