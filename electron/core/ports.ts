import type { LanReach, LanAccessState } from "#shared/contract/lan-access.ts";
import type { OwnerSession } from "#shared/contract/settings.ts";
import type { RehearsalFault } from "#shared/domain/rehearsal/rehearsal.ts";
import type { Failure, Result } from "#shared/result.ts";

/** What a host provides. The core has no clock, randomness, network or secret of its own. */
export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  readonly fetch: Fetch;
  readonly secrets: Secrets;
  readonly logger: Logger;
  /** Starts the practice server, a sandbox of the partner API; absent if the host cannot. */
  readonly startPractice?: StartPractice;
  /** Shows a folder dialog on this computer; null if the person cancels. Absent if the host has no dialogs. */
  readonly chooseFolder?: (current: string) => Promise<string | null>;
  /** Prints a window to a PDF and shows a save dialog; absent if the host has no windows. */
  readonly printing?: PrintingPort;
  /** The recent data folders; absent if a flag names the folder at each start. */
  readonly dataFolders?: DataFoldersPort;
  /** Restarts the program; absent if the host cannot restart itself. */
  readonly restart?: RestartPort;
  /** Switches LAN access on and off; absent if the host cannot switch it. */
  readonly lanAccess?: LanAccessPort;
  /** The sessions of the owner's browsers and scripts; absent if the owner uses a window. */
  readonly ownerSessions?: OwnerSessionsPort;
  /** The worker's entry file, for long work; absent in tests without a worker. */
  readonly workerUrl?: URL | undefined;
  /** Identifies this computer, so that a cloned folder is noticed (S5); absent in tests that copy folders. */
  readonly computer?: Computer;
  /** How devices of the network reach this station; null if they cannot. */
  readonly lanEndpoint?: () => LanEndpoint | null;
  /** Requests to a hub (M3); absent if the host cannot send any. */
  readonly peer?: PeerPort;
}

/** How devices of the network reach this station (S8). */
export interface LanEndpoint {
  readonly addresses: readonly string[];
  /** SHA-256 fingerprint of the station's certificate, in the notation of browsers. */
  readonly fingerprint: string;
}

export interface PrintingPort {
  /** The PDF of a window; null if printing failed. */
  print(window: number): Promise<Uint8Array | null>;
  /** Shows a save dialog; null if the person cancels. `folder` null: the host's usual folder. */
  chooseFile(
    window: number,
    suggested: { readonly folder: string | null; readonly name: string },
  ): Promise<string | null>;
}

export interface DataFoldersPort {
  /** The open folder first, then the recent ones. */
  list(): readonly {
    readonly path: string;
    readonly isOpen: boolean;
    /** The default folder; it is always on the list. */
    readonly isUsual: boolean;
    readonly isThere: boolean;
  }[];
  /** Later starts open this folder. */
  choose(path: string): Promise<void>;
  /** Removes a folder from the list. */
  forget(path: string): Promise<void>;
}

/** Both restarts begin after the current call is answered, and close the workspace first. */
export interface RestartPort {
  inFolder(path: string): void;
  /** Restores this backup file if it is sound; else the present database stays. */
  fromBackup(path: string): void;
  /** Shows a file dialog that starts in `folder`; null if the person cancels. */
  chooseBackup(folder: string): Promise<string | null>;
}

export interface LanAccessPort {
  get(): LanAccessState;
  /** Opens LAN access; a second call changes the reach. */
  open(reach: LanReach): Promise<Result<LanAccessState, Failure<"cannot-listen">>>;
  /** Resolves when every request and stream has ended. */
  end(): Promise<void>;
}

/** The owner's sessions with a station (S7). */
export interface OwnerSessionsPort {
  list(): readonly Omit<OwnerSession, "isThis">[];
  /** Ends all sessions except this one. */
  endOthers(currentId: string | null): void;
}

/** Requests over TLS to a hub, whose certificate is known by its fingerprint (S8). */
export interface PeerPort {
  /** The SHA-256 fingerprint of the certificate at an address. Rejects if nothing answers with TLS. */
  fingerprint(address: string): Promise<string>;
  /**
   * Sends a request if the address has this certificate. Rejects with the code `CHUTE_OTHER_CERTIFICATE` if it has
   * another one; nothing was sent then.
   */
  fetch(
    hub: { readonly address: string; readonly fingerprint: string },
    path: string,
    init?: RequestInit,
  ): Promise<Response>;
}

export interface Computer {
  /** A stable id of this computer, different on every computer; null if the system has none. */
  readonly id: string | null;
}

export interface Clock {
  /** Wall clock, milliseconds since the epoch; may jump (J7). */
  now(): number;
  /** Monotonic clock in milliseconds from any start. */
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

/** The name of an API key in the key store begins with this. */
export const apiKeyPrefix = "api-key.";

/** The key store for API keys and other secrets (K1). The core chooses the names; a value is used only in requests. */
export interface Secrets {
  readonly kind: "system" | "obfuscated" | "file" | "memory";
  read(name: string): Promise<string | null>;
  write(name: string, value: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export type LogLevel = "debug" | "info" | "warn" | "error";

/** Never logs a key, a runner's name or an e-mail (K1). Of an error, hosts log the class and the stack. */
export interface Logger {
  log(level: LogLevel, event: string, facts?: Readonly<Record<string, unknown>>): void;
}

export interface PracticeServer {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The sample event, dated today. */
  readonly eventId: string;
  /** The server's own file was damaged: how many lines were left out, and where the damaged file is. */
  readonly repaired?: { readonly lostLines: number; readonly keptAs: string } | null;
  /** Controls the practice server in rehearsals; absent if the host cannot. */
  readonly control?: PracticeControl;
  close(): Promise<void>;
}

/** What a rehearsal does with the practice server. It cannot reach any other server (K3). */
export interface PracticeControl {
  /** Replaces the current fault; null: no fault. */
  set(trouble: RehearsalFault | null): Promise<void>;
  /** Cancels a registration, as the organizer could. */
  cancel(registrationId: string): void;
  changeBib(registrationId: string, bib: string): void;
  /** The registrations that requests created, oldest first, with their idempotency keys. */
  created(): readonly { readonly id: string; readonly idempotencyKey: string }[];
}

/** `folder` is the practice folder, which keeps the server's registrations over a restart. */
export type StartPractice = (folder: string, fresh: boolean) => Promise<PracticeServer>;
