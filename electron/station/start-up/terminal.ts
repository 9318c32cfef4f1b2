import { execFileSync } from "node:child_process";

/**
 * Calls back on each Enter in the terminal. The system stops a background process (`&`, `bg`) that reads from
 * its terminal (SIGTTIN), so this reads only while the process is in the foreground.
 */
export function onEnter(call: () => void): void {
  const { stdin } = process;
  const listen = (): void => {
    if (!stdin.isTTY || isInForeground()) stdin.resume();
    else stdin.pause();
  };
  stdin.on("error", () => undefined);
  stdin.pause();
  stdin.on("data", call);
  listen();
  // The shell sends SIGCONT when it continues a stopped process, in the foreground or in the background.
  if (process.platform !== "win32") process.on("SIGCONT", listen);
}

/** `ps` marks foreground processes with a plus. Windows never stops a process for reading. */
function isInForeground(): boolean {
  if (process.platform === "win32") return true;
  try {
    return execFileSync("ps", ["-o", "stat=", "-p", String(process.pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).includes("+");
  } catch {
    return false;
  }
}
