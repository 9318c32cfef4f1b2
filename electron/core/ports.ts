import type { ServeReach, ServingState } from "#shared/contract/lan-access.ts";
import type { RehearsalTrouble } from "#shared/domain/rehearsal/rehearsal.ts";
import type { Failure, Result } from "#shared/result.ts";

/** What a host must bring. The core reads no clock, no randomness, no network and no secret of its own. */
export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  readonly fetch: Fetch;
  readonly secrets: Secrets;
  readonly logger: Logger;
  /** Starts the partner API's stand-in for practice; absent where a host cannot. */
  readonly startPractice?: StartPractice;
  /** Asks the person at this computer for a folder; null when they chose none. Absent where nobody can be asked. */
  readonly chooseFolder?: (current: string) => Promise<string | null>;
  /** Turns a window into a PDF and asks where it goes; absent where there are no windows. */
  readonly paper?: PaperPort;
  /** The data folders that this host had open; absent where it is told its folder at each start. */
  readonly dataFolders?: DataFoldersPort;
  /** Ends this run and begins another; absent where a host cannot start itself. */
  readonly restart?: RestartPort;
  /** Lets browsers in while the owner wants it; absent where there is nothing to switch. */
  readonly serving?: ServingPort;
  /** The owner's browsers and scripts; absent where the owner has a window instead. */
  readonly ownerSessions?: OwnerSessionsPort;
  /** Worker entry for long work; absent in tests that do without. */
  readonly workerUrl?: URL;
  /** Tells a folder that was copied here from one that was always here (S5); absent in tests that copy folders. */
  readonly computer?: Computer;
  /** Where other devices of the network come in; null where none may. */
  readonly door?: () => Door | null;
}

/** A way in for devices of the network (S8). */
export interface Door {
  readonly addresses: readonly string[];
  /** SHA-256 of the certificate that they are shown, as browsers write it. */
  readonly fingerprint: string;
}

export interface PaperPort {
  /** What this window would print, as a PDF; null when it could not be had. */
  print(window: number): Promise<Uint8Array | null>;
  /** Asks the person where to save; null when they chose nothing. A folder of null: wherever this host thinks best. */
  chooseFile(
    window: number,
    suggested: { readonly folder: string | null; readonly name: string },
  ): Promise<string | null>;
}

export interface DataFoldersPort {
  /** The open one first, then the last ones. */
  list(): readonly {
    readonly path: string;
    readonly isOpen: boolean;
    /** Where everything is kept unless a person says otherwise; always on the list. */
    readonly isUsual: boolean;
    readonly isThere: boolean;
  }[];
  /** From now on a start goes there. */
  choose(path: string): Promise<void>;
  /** Takes it off the list. */
  forget(path: string): Promise<void>;
}

/** Both restarts begin once the call at hand is answered, and close everything first. */
export interface RestartPort {
  inFolder(path: string): void;
  /** Goes on from this file, if it reads through; else with what is there. */
  fromBackup(path: string): void;
  /** Asks the person at this computer for a file, first in `folder`; null when they chose none. */
  chooseBackup(folder: string): Promise<string | null>;
}

export interface ServingPort {
  get(): ServingState;
  /** May be called again with another reach. */
  open(reach: ServeReach): Promise<Result<ServingState, Failure<"cannot-listen">>>;
  /** Every request and stream has ended when it settles. */
  end(): Promise<void>;
}

/** Sessions of the owner with a station (S7). */
export interface OwnerSessionsPort {
  list(): readonly OwnerSessionEntry[];
  /** Ends all but this one. */
  endOthers(currentId: string | null): void;
}

export interface OwnerSessionEntry {
  /** No secret. */
  readonly id: string;
  /** What the browser calls itself, which may be nothing; null for a script. */
  readonly browser: string | null;
  readonly sinceMs: number;
  readonly lastUsedAtMs: number;
}

export interface Computer {
  /** What no other computer has and this one keeps; null where the system tells nothing of the kind. */
  readonly id: string | null;
}

export interface Clock {
  /** Wall clock, milliseconds since the epoch; may jump (J7). */
  now(): number;
  /** Never goes back; milliseconds from any start. */
  monotonic(): number;
  /** Calls once after at least `delayMs`; the returned function cancels. */
  after(delayMs: number, call: () => void): () => void;
}

export interface Random {
  /** A version 4 UUID. */
  uuid(): string;
  /** Uniform in [0, 1). */
  number(): number;
  bytes(length: number): Uint8Array;
}

export type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/** Where the API key is kept (K1). Names are the core's; values never leave except to the request. */
export interface Secrets {
  readonly kind: "system" | "obfuscated" | "file" | "memory";
  read(name: string): Promise<string | null>;
  write(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export type LogLevel = "debug" | "info" | "warn" | "error";

/** Facts only: never a key, never a runner's name or e-mail (K1). An error is a fact; hosts keep its kind and its place. */
export interface Logger {
  log(level: LogLevel, event: string, facts?: Readonly<Record<string, unknown>>): void;
}

export interface PracticeServer {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The race to open; today's, with everything in it the first screen promises. */
  readonly eventId: string;
  /** The other end of the line, for rehearsals; absent where a host cannot reach it. */
  readonly control?: PracticeControl;
  close(): Promise<void>;
}

/** What a rehearsal does to the practice server, and sees of it. It knows no other server (K3). */
export interface PracticeControl {
  /** In place of whatever went wrong before; null: all is well. */
  set(trouble: RehearsalTrouble | null): Promise<void>;
  /** As if the organizer had cancelled this registration. */
  cancel(registrationId: string): void;
  changeBib(registrationId: string, bib: string): void;
  /** The registrations that requests made, oldest first, with the key each came with. */
  created(): readonly { readonly id: string; readonly idempotencyKey: string }[];
}

/** `folder` is the practice folder; what was registered in it outlives a restart. */
export type StartPractice = (folder: string, fresh: boolean) => Promise<PracticeServer>;
