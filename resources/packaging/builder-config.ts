import { fileURLToPath } from "node:url";
import type { Configuration } from "electron-builder";
import { linuxProgram, setFuses } from "./fuses.ts";
import { readRelease } from "./release.ts";
import type { Environment } from "./release.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Of the native module: its own code, and the one binary that the platform and processor need.
 * (electron-builder's `${platform}` is where it runs, not what it packs for.)
 */
const nativeModule = (platform: NodeJS.Platform): string[] => [
  "node_modules/better-sqlite3/{package.json,LICENSE,lib/**}",
  `node_modules/better-sqlite3/prebuilds/${platform}-\${arch}.node`,
];

const cameraUse = "Chute reads bibs and codes with the camera while the scanner is open.";
const networkUse =
  "Chute serves its screens to the other desks on this network when you open it for them.";

/**
 * What is packed, and how, for one platform. The program ships its build and the native module;
 * everything else is already in the build (electron.vite.config.ts), so no other package is copied.
 *
 * @throws when the environment names half of a release (release.ts)
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
      // What a plain Node runs is not for the desktop.
      "!out/main/{station,sandbox}.js",
      "!node_modules/**",
      ...nativeModule(platform),
    ],
    // Only what must be a file of its own lies beside the archive: the rest is what its integrity covers.
    asar: { smartUnpack: false },
    asarUnpack: ["**/*.node"],
    // The native module brings its binaries; nothing is compiled or fetched for it.
    npmRebuild: false,
    afterPack: setFuses,
    extraMetadata: { homepage, ...(updates === null ? {} : { updates }) },
    // A release is signed or is not made; without an address for updates it is nobody's release.
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
    // Whoever removes the program keeps the race: no package deletes the data folder.
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
