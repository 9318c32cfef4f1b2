import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Computer } from "#core/ports.ts";

/** The operating system's id of this computer; null if it has none or cannot be read. */
export function readThisComputer(platform: NodeJS.Platform = process.platform): Computer {
  try {
    return { id: readId(platform) };
  } catch {
    return { id: null };
  }
}

const longestMs = 3_000;

function readId(platform: NodeJS.Platform): string | null {
  const ask = (program: string, ...flags: string[]): string =>
    execFileSync(program, flags, {
      encoding: "utf8",
      timeout: longestMs,
      stdio: ["ignore", "pipe", "ignore"],
      windowsHide: true,
    });
  switch (platform) {
    case "linux":
      return idIn(/^([0-9a-f]{32})$/m, readFileSync("/etc/machine-id", "utf8"));
    case "darwin":
      return idIn(
        /"IOPlatformUUID" = "([^"]+)"/,
        ask("/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice"),
      );
    case "win32": {
      const key = String.raw`HKLM\SOFTWARE\Microsoft\Cryptography`;
      return idIn(/MachineGuid\s+REG_SZ\s+(\S+)/, ask("reg", "query", key, "/v", "MachineGuid"));
    }
    default:
      return null;
  }
}

const idIn = (pattern: RegExp, text: string): string | null => pattern.exec(text)?.[1] ?? null;
