import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";

/** Where `ip netns` keeps the namespaces by name. */
const folder = "/var/run/netns";
/** The process that made it is in the name, so that a later run finds what a killed run left. */
const nameStart = /^chute-(\d+)-/;
let made = 0;

/**
 * Runs `ip` and returns what it printed.
 *
 * @throws Error with its message, for example if this user may not change the network.
 */
export const ip = (...words: readonly string[]): string =>
  execFileSync("ip", words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** A name that no other namespace has. */
export const nameOf = (computer: string): string =>
  `chute-${process.pid}-${(made += 1)}-${computer}`;

/** Makes a network namespace, which has a loopback interface only. */
export function addNamespace(name: string): void {
  ip("netns", "add", name);
  ip("-n", name, "link", "set", "lo", "up");
}

/** What stands before a command line so that the program runs in the namespace; the process id stays the same. */
export const inNamespace = (name: string): readonly string[] => [
  "nsenter",
  `--net=${folder}/${name}`,
  "--",
];

/** Removes a namespace, if it was made, with its interfaces and the other ends of their cables. */
export function removeNamespace(name: string): void {
  if (existsSync(`${folder}/${name}`)) ip("netns", "del", name);
}

/** Removes the namespaces of test runs that were killed, and ends the programs that still run in them. */
export function removeLeftovers(): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [, owner] = nameStart.exec(name) ?? [];
    if (owner === undefined || isAlive(Number(owner))) continue;
    try {
      for (const pid of ip("netns", "pids", name).split("\n").filter(Boolean)) kill(Number(pid));
      removeNamespace(name);
    } catch {
      // Another run removes it in the same moment.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
