import { execFileSync } from "node:child_process";

/**
 * Calls on each Enter in the terminal. A program in the background of its terminal (`&`, `bg`) is stopped by the system as
 * soon as it reads from there, so it reads only while it is in the foreground.
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
  // Sent by the shell when it takes a stopped program on, in the foreground or in the background.
  if (process.platform !== "win32") process.on("SIGCONT", listen);
}

/** `ps` marks what is in the foreground of its terminal with a plus. Windows stops nobody for reading. */
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
