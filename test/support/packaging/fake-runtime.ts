import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectRoot } from "../processes/programs.ts";

/** Platforms by Node's names. */
export type Target = "linux" | "win32" | "darwin";

/**
 * Writes the parts of a platform's unpacked runtime that packing looks at: its folders, and a program that has only the
 * fuses, as the real one has them (Electron 45: nine fuses).
 */
export function writeFakeRuntime(folder: string, target: Target): void {
  const write = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content, { mode: 0o755 });
  };
  write("LICENSE", "Electron's");
  write("LICENSES.chromium.html", "Chromium's");
  write("version", "45.4.1");
  if (target === "linux") {
    write("resources/README", "");
    write("electron", fusesAsShipped());
  } else if (target === "win32") {
    write("resources/README", "");
    write("electron.exe", Buffer.concat([windowsProgram(), fusesAsShipped()]));
  } else {
    writeFakeMacApp(write);
  }
}

const sentinel = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";

function fusesAsShipped(): Buffer {
  const wire = "101100011";
  return Buffer.concat([Buffer.from(sentinel), Buffer.from([1, wire.length]), Buffer.from(wire)]);
}

/** Any real program for Windows, because packing edits its resources. */
const windowsProgram = (): Buffer =>
  readFileSync(join(projectRoot, "node_modules/electron-winstaller/vendor/7z-x64.exe"));

function writeFakeMacApp(write: (path: string, content: string | Buffer) => void): void {
  const contents = "Electron.app/Contents";
  const frameworks = `${contents}/Frameworks`;
  write(`${contents}/Info.plist`, plist("Electron"));
  write(`${contents}/MacOS/Electron`, "");
  write(`${contents}/Resources/README`, "");
  write(`${frameworks}/Electron Framework.framework/Electron Framework`, fusesAsShipped());
  for (const kind of ["", " (Renderer)", " (Plugin)", " (GPU)"]) {
    const name = `Electron Helper${kind}`;
    write(`${frameworks}/${name}.app/Contents/Info.plist`, plist(name));
    write(`${frameworks}/${name}.app/Contents/MacOS/${name}`, "");
  }
}

const plist = (name: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>CFBundleExecutable</key><string>${name}</string>
<key>CFBundleIdentifier</key><string>com.github.Electron</string>
</dict></plist>
`;
