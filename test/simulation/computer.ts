import { copyFileSync, cpSync, existsSync, mkdirSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import type { Core } from "#core/core.ts";
import { createCore } from "#core/core.ts";
import { openReader } from "#core/db/open/connection.ts";
import type { Ports } from "#core/ports.ts";
import type { Draws } from "./draws.ts";
import { randomOf } from "./draws.ts";
import type { Network } from "./network.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** One run of the desk's program, from its start to its end or its crash. */
export interface Run {
  readonly core: Core;
  readonly folder: string;
  /** Reads what is committed. */
  readonly reader: Database;
  readonly isDead: boolean;
}

/** The desk's computer: a data folder, a key store, and a program that may be killed at any moment. */
export interface Computer {
  readonly run: Run;
  /** False while the program is ended. */
  readonly isOn: boolean;
  /** The data folder that the next start opens. */
  readonly folder: string;
  /** Where the second copy of the journal goes; null in a story without a stick. */
  readonly stick: string | null;
  /** Kills the program after so many more calls of its ports; null lets it live. */
  crashAfter(calls: number | null): void;
  /** Kills it now. */
  crash(): void;
  /** While looking on, nothing crashes. */
  spare<T>(look: () => Promise<T>): Promise<T>;
  /** Starts the program on what is in the folder. */
  start(): Promise<void>;
  /** Ends the program as a person does. */
  shut(): Promise<void>;
  /** Ends everything, dead runs too. */
  close(): Promise<void>;
}

export interface ComputerOptions {
  readonly root: string;
  readonly hasStick: boolean;
  readonly draws: Draws;
  readonly time: VirtualTime;
  readonly network: Network;
  /** Lets a promise of the program's come true, in virtual time. */
  readonly drive: <T>(promise: Promise<T>) => Promise<T>;
  readonly onLog: (line: string) => void;
  readonly onPortCall: () => void;
  readonly note: (line: string) => void;
  readonly plant?: Plant | undefined;
  /** Further ports of one run of the program. */
  readonly morePorts?: ((run: RunParts) => Partial<Ports>) | undefined;
}

/** What the ports of one run know of it. */
export interface RunParts {
  isDead(): boolean;
  /** Call it at each call of a port: the program may be killed there. */
  touch(what: string): void;
}

/** A fault that is planted on purpose. */
export interface Plant {
  /** Stands between the program and what it asks of its host. */
  readonly ports?: (ports: Ports) => Ports;
  /** Commits that were acknowledged are not on the disk when the program is killed. */
  readonly losesCommits?: boolean;
  /** A journal file lacks its last lines when it is carried to another computer. */
  readonly losesLines?: boolean;
  /** What happens around a take-over; `folder` is the data folder of the new hub. */
  readonly takeOver?: { before(): void; after(folder: string): void };
}

const databaseFiles = ["chute.sqlite", "chute.sqlite-wal"] as const;

function cutInHalf(path: string): void {
  if (existsSync(path)) truncateSync(path, statSync(path).size >> 1);
}

/** An error in the log is told with its stack. */
const withStacks = (_name: string, value: unknown): unknown =>
  value instanceof Error ? value.stack : value;

interface Life {
  isDead: boolean;
}

export function createComputer(options: ComputerOptions): Computer {
  const { root, draws, time, network, drive, note } = options;
  let secrets = new Map<string, string>();
  let folder = join(root, "0");
  let starts = 0;
  let portCalls = 0;
  let crashAt: number | null = null;
  let isSpared = false;
  let current: (Run & { readonly life: Life }) | null = null;
  let alive: Life = { isDead: true };
  const ended: Promise<unknown>[] = [];
  mkdirSync(folder, { recursive: true });
  // A killed program writes on into what it had; the next one gets a copy, as with the data folder.
  const stickOf = (data: string): string | null => (options.hasStick ? `${data}-stick` : null);
  if (options.hasStick) mkdirSync(`${folder}-stick`);

  /** What a process that is killed at this instant leaves: the files as they are, even inside a transaction. */
  const kill = (life: Life, why: string): void => {
    if (life.isDead) return;
    life.isDead = true;
    const before = folder;
    folder = join(root, String(starts));
    mkdirSync(join(folder, "live"), { recursive: true });
    for (const file of databaseFiles) {
      const from = join(before, "live", file);
      if (existsSync(from)) copyFileSync(from, join(folder, "live", file));
    }
    if (options.hasStick) cpSync(`${before}-stick`, `${folder}-stick`, { recursive: true });
    if (options.plant?.losesCommits === true) cutInHalf(join(folder, "live", "chute.sqlite-wal"));
    secrets = new Map(secrets);
    note(`  the program is killed: ${why}`);
  };

  const portsFor = (life: Life): Ports => {
    const own = secrets;
    const random = randomOf(draws.split(`run ${starts}`));
    const touch = (what: string): void => {
      options.onPortCall();
      if (life.isDead || isSpared) return;
      portCalls += 1;
      if (crashAt === null || portCalls < crashAt) return;
      crashAt = null;
      kill(life, `at ${what}`);
    };
    const touched =
      <Arguments extends unknown[], Value>(what: string, call: (...given: Arguments) => Value) =>
      (...given: Arguments): Value => {
        touch(what);
        return call(...given);
      };
    const fetch = network.fetchFor(() => life.isDead);
    return {
      clock: {
        now: touched("clock.now", time.deskNow),
        monotonic: touched("clock.monotonic", () => time.elapsedMs),
        after: touched("clock.after", time.after),
      },
      random: {
        uuid: touched("random.uuid", random.uuid),
        number: touched("random.number", random.number),
        bytes: touched("random.bytes", random.bytes),
      },
      fetch: touched("fetch", fetch),
      secrets: {
        kind: "file",
        read: async (name) => {
          touch("secrets.read");
          return own.get(name) ?? null;
        },
        write: async (name, value) => {
          own.set(name, value);
          touch("secrets.write");
        },
        remove: async (name) => {
          own.delete(name);
          touch("secrets.remove");
        },
      },
      logger: {
        log: touched("logger.log", (level, event, facts) =>
          options.onLog(JSON.stringify({ level, event, facts }, withStacks)),
        ),
      },
      ...options.morePorts?.({ isDead: () => life.isDead, touch }),
    };
  };

  const open = async (): Promise<Run & { readonly life: Life }> => {
    for (;;) {
      starts += 1;
      const life: Life = { isDead: false };
      alive = life;
      const here = folder;
      const ports = portsFor(life);
      const made = await drive(
        createCore({
          ports: options.plant?.ports?.(ports) ?? ports,
          dataDir: here,
          ...(options.hasStick ? { mirrorFolder: `${here}-stick` } : {}),
          host: "station",
          version: "0.0.0-simulation",
          checkOutputs: true,
        }),
      );
      if (!made.ok) {
        if (life.isDead) continue;
        throw new Error(`The program does not start: ${made.error.code}`);
      }
      const core = made.value;
      if (life.isDead) {
        ended.push(core.close());
        continue;
      }
      const reader = openReader(join(here, "live", "chute.sqlite"));
      return {
        core,
        folder: here,
        reader,
        life,
        get isDead() {
          return life.isDead;
        },
      };
    }
  };

  /** Its last replies may still be read. */
  const bury = async (): Promise<void> => {
    const last = current;
    await last?.core.close();
    last?.reader.close();
  };

  return {
    get run() {
      if (current === null) throw new Error("The computer is shut");
      return current;
    },
    get isOn() {
      return current !== null;
    },
    get folder() {
      return folder;
    },
    get stick() {
      return current === null ? null : stickOf(current.folder);
    },
    crashAfter(calls) {
      crashAt = calls === null ? null : portCalls + calls;
    },
    crash: () => kill(alive, "by hand"),
    async spare(look) {
      isSpared = true;
      try {
        return await look();
      } finally {
        isSpared = false;
      }
    },
    async start() {
      if (current?.life.isDead === true) ended.push(bury());
      current = await open();
    },
    async shut() {
      const { life } = current ?? { life: alive };
      await drive(bury());
      // A crash on the way out left a folder of its own; else the same one is opened again.
      life.isDead = true;
      current = null;
    },
    async close() {
      isSpared = true;
      const closing = bury();
      current = null;
      await drive(Promise.allSettled([...ended, closing]));
    },
  };
}
