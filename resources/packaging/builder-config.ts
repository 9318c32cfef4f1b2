import { fileURLToPath } from "node:url";
import type { Configuration } from "electron-builder";
import { linuxProgram, setFuses } from "./fuses.ts";
import { readRelease } from "./release.ts";
import type { Environment } from "./release.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The files of the native module: its code, and the binary of the target platform and processor. (electron-builder's
 * `${platform}` is the platform that builds, not the target.)
 */
const nativeModule = (platform: NodeJS.Platform): string[] => [
  "node_modules/better-sqlite3/{package.json,LICENSE,lib/**}",
  `node_modules/better-sqlite3/prebuilds/${platform}-\${arch}.node`,
];

const cameraUse = "Chute reads bibs and codes with the camera while the scanner is open.";
const networkUse =
  "Chute serves its screens to the other desks on this network when you open it for them.";

/**
 * electron-builder's configuration for one platform. The package contains the build and the native module; all other
 * packages are bundled into the build (electron.vite.config.ts).
 *
 * @throws if the environment describes a release incompletely (release.ts)
 */
export function builderConfig(environment: Environment, platform: NodeJS.Platform): Configuration {
  const { maintainer, homepage, updates, windowsPublisher } = readRelease(environment);
  return {
    appId: "app.chute.desk",
    productName: "Chute",
    copyright: "Chute",
    artifactName: "chute-${version}-${os}-${arch}.${ext}",
    directories: { output: "out/packages", buildResources: "resources/icons" },
    files: [
      "package.json",
      "out/{main,preload,renderer}/**",
      "out/licences.txt",
      // Programs for plain Node are not part of the desktop.
      "!out/main/{station,sandbox}.js",
      "!node_modules/**",
      ...nativeModule(platform),
    ],
    // Only native binaries lie outside the archive, because its integrity check covers only what is inside.
    asar: { smartUnpack: false },
    asarUnpack: ["**/*.node"],
    // The native module contains prebuilt binaries, so nothing is compiled or downloaded.
    npmRebuild: false,
    afterPack: setFuses,
    extraMetadata: { homepage, ...(updates === null ? {} : { updates }) },
    // With an update URL set, unsigned artifacts fail the build.
    forceCodeSigning: updates !== null,
    publish: updates === null ? null : { provider: "generic", url: updates.url },
    linux: {
      target: ["AppImage", "deb"],
      icon: at("../icons/linux"),
      executableName: linuxProgram,
      category: "Sports",
      synopsis: "The race-day desk for running events",
      maintainer,
    },
    // Uninstalling keeps the data: no package deletes the data folder.
    deb: { recommends: [], priority: "optional" },
    win: {
      target: ["nsis"],
      icon: at("../icons/icon.ico"),
      signtoolOptions: windowsPublisher === null ? null : { publisherName: windowsPublisher },
      verifyUpdateCodeSignature: true,
    },
    nsis: {
      oneClick: false,
      perMachine: false,
      allowToChangeInstallationDirectory: true,
      deleteAppDataOnUninstall: false,
    },
    mac: {
      target: ["dmg", "zip"],
      icon: at("../icons/icon.icns"),
      category: "public.app-category.sports",
      hardenedRuntime: true,
      gatekeeperAssess: false,
      entitlements: at("entitlements.mac.plist"),
      entitlementsInherit: at("entitlements.mac.inherit.plist"),
      notarize: updates !== null,
      extendInfo: {
        NSCameraUsageDescription: cameraUse,
        NSLocalNetworkUsageDescription: networkUse,
      },
    },
    dmg: { sign: false },
  };
}
