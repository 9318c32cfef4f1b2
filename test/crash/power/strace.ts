import { spawnSync } from "node:child_process";
import { basename, dirname } from "node:path";
import type { TraceEvent } from "./trace.ts";
import { isTracedFile } from "./trace.ts";

/** Whether this machine has strace and lets it trace. */
export function canStrace(): boolean {
  const tried = spawnSync("strace", ["-o", "/dev/null", process.execPath, "--version"]);
  return tried.status === 0;
}

const calls = [
  "openat,mkdir,mkdirat,write,pwrite64,writev,pwritev,pwritev2,ftruncate,fallocate",
  "fsync,fdatasync,sync_file_range,rename,renameat,renameat2,unlink,unlinkat,link,linkat",
].join(",");

/** The flags with which strace records every system call of a program and its children on these paths. */
export const straceFlags = (output: string, paths: readonly string[]): string[] =>
  `-f --seccomp-bpf -y -xx -s 1048576 -qq -e signal=none -e trace=${calls}`
    .split(" ")
    .concat("-o", output, ...paths.flatMap((path) => ["-P", path]));

interface Call {
  readonly name: string;
  readonly args: string;
  readonly result: number;
}

const whole = /^(\d+) +(\w+)\((.*)\) += (-?\d+)/s;
const begun = /^(\d+) +(\w+)\((.*?),? ?<unfinished \.\.\.>$/s;
const ended = /^(\d+) +<\.\.\. (\w+) resumed>(.*)\) += (-?\d+)/s;

/**
 * Reads the output of strace. A write that another thread interrupted counts from its beginning, because its bytes may
 * be anywhere from then on. A flush counts from its end.
 */
export function readStrace(text: string, acksPath: string, dataDir: string): TraceEvent[] {
  const events: (TraceEvent | null)[] = [];
  const open = new Map<string, { readonly args: string; readonly place: number }>();
  const existing = new Set<string>();
  const read = (call: Call): TraceEvent[] => readCall(call, { acksPath, dataDir, existing });
  for (const line of text.split("\n")) {
    const all = whole.exec(line);
    if (all !== null) {
      const [, , name = "", args = "", result] = all;
      events.push(...read({ name, args, result: Number(result) }));
      continue;
    }
    const start = begun.exec(line);
    if (start !== null) {
      const [, pid = "", , args = ""] = start;
      open.set(pid, { args, place: events.length });
      events.push(null);
      continue;
    }
    const [, pid = "", name = "", more = "", result] = ended.exec(line) ?? [];
    const started = open.get(pid);
    if (started === undefined) continue;
    open.delete(pid);
    const [event, ...others] = read({ name, args: started.args + more, result: Number(result) });
    if (event === undefined) continue;
    if (event.at === "write" && others.length === 0) events[started.place] = event;
    else events.push(event, ...others);
  }
  return events.filter((event) => event !== null);
}

const hexString = /"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/g;
const handlePath = /^\d+<((?:\\x[0-9a-f]{2})+)>/;

const unhex = (text: string): Buffer => Buffer.from(text.replaceAll("\\x", ""), "hex");

function readCall(
  { name, args, result }: Call,
  known: { readonly acksPath: string; readonly dataDir: string; readonly existing: Set<string> },
): TraceEvent[] {
  if (result < 0) return [];
  const { existing } = known;
  const handle = handlePath.exec(args)?.[1];
  const path = handle === undefined ? "" : unhex(handle).toString("utf8");
  const strings = [...args.matchAll(hexString)].map(([, hex = "", cut]) => {
    if (cut !== undefined) throw new Error("strace cut a string short");
    return unhex(hex);
  });
  const [first = Buffer.alloc(0)] = strings;
  const numbers = args.split(", ").map(Number);
  const file = basename(path);

  switch (name) {
    case "mkdir":
    case "mkdirat":
      return first.toString() === `${known.dataDir}/live` ? [{ at: "make-folder" }] : [];
    case "openat": {
      const opened = first.toString();
      const made = basename(opened);
      if (!args.includes("O_CREAT") || !isTracedFile(made) || !isInLive(opened, known)) return [];
      if (existing.has(made)) return [];
      existing.add(made);
      return [{ at: "create", file: made }];
    }
    case "unlink": {
      const gone = basename(first.toString());
      if (!isTracedFile(gone) || !isInLive(first.toString(), known)) return [];
      existing.delete(gone);
      return [{ at: "unlink", file: gone }];
    }
    case "fsync":
    case "fdatasync":
      if (path === known.dataDir) return [{ at: "sync-folder", folder: "data" }];
      if (path === `${known.dataDir}/live`) return [{ at: "sync-folder", folder: "live" }];
      return isTracedFile(file) && isInLive(path, known) ? [{ at: "sync", file }] : [];
    case "write":
      return path === known.acksPath
        ? readNotes(first.toString("utf8"))
        : refuse(name, path, known);
    case "pwrite64":
      if (!isTracedFile(file) || !isInLive(path, known)) return [];
      return [{ at: "write", file, offset: numbers.at(-1) ?? 0, bytes: first.subarray(0, result) }];
    case "ftruncate":
      if (!isTracedFile(file) || !isInLive(path, known)) return [];
      return [{ at: "truncate", file, size: numbers.at(-1) ?? 0 }];
    default:
      return refuse(name, path === "" ? first.toString() : path, known);
  }
}

const isInLive = (path: string, { dataDir }: { readonly dataDir: string }): boolean =>
  dirname(path) === `${dataDir}/live`;

/** A system call that the model does not know must not be ignored. */
function refuse(name: string, path: string, known: { readonly dataDir: string }): TraceEvent[] {
  if (!isTracedFile(basename(path)) || !isInLive(path, known)) return [];
  throw new Error(`${name} on ${path} is not in the model`);
}

type Note =
  | { readonly commandId: string; readonly replyHash: string }
  | { readonly idempotencyKey: string };

/** The client writes a line for each reply that it read, and the connection to the partner writes one for each POST. */
function readNotes(text: string): TraceEvent[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line): TraceEvent => {
      const note = JSON.parse(line) as Note;
      return "commandId" in note ? { at: "acknowledged", ...note } : { at: "arrived", ...note };
    });
}
