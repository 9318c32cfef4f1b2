import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a second start sends to the first process. */
export interface SecondLaunch {
  readonly argv: readonly string[];
  readonly workingDirectory: string;
  readonly additionalData: unknown;
}

const lockFile = (folder: string): string => join(folder, "SingletonLock");

/** A short path, because on Linux a socket's path has at most 107 bytes. */
function socketPath(folder: string): string {
  const name = `chute-double-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

/**
 * Takes the lock on this folder; false if another running process holds it. The lock is a file with the process id. It
 * is created atomically, and is void when its process is gone.
 */
export function takeLock(folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(lockFile(folder), String(process.pid), { flag: "wx" });
    process.on("exit", () => rmSync(lockFile(folder), { force: true }));
    return true;
  } catch {
    if (isAlive(Number(readFileSync(lockFile(folder), "utf8")))) return false;
    rmSync(lockFile(folder), { force: true });
    return takeLock(folder);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export function hearSecondLaunches(folder: string, heard: (launch: SecondLaunch) => void): void {
  const path = socketPath(folder);
  if (process.platform !== "win32") rmSync(path, { force: true });
  const server = createServer((socket) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => (text += part));
    socket.on("end", () => heard(JSON.parse(text) as SecondLaunch));
  });
  server.listen(path).unref();
  process.on("exit", () => rmSync(path, { force: true }));
}

/** Sends a message to the first process, which may only just be starting to listen. */
export async function tellFirst(folder: string, launch: SecondLaunch): Promise<void> {
  for (let patience = 100; patience > 0; patience -= 1) {
    const isTold = await new Promise<boolean>((resolve) => {
      const socket = connect(socketPath(folder), () => socket.end(JSON.stringify(launch)));
      socket.on("error", () => resolve(false)).on("close", (failed) => resolve(!failed));
    });
    if (isTold) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
