import type { InputOf, OutputOf, ProcedureName } from "#shared/contract/index.ts";
import type { Result } from "#shared/result.ts";
import type { Ended } from "../processes/child.ts";

/**
 * The host of an end-to-end test: the station in a browser, the desktop app on the double of Electron's module, or the
 * desktop app on the real runtime.
 */
export type HostKind = "station" | "double" | "electron";

/** A running host of any kind. */
export interface Host {
  readonly kind: HostKind;
  readonly dataDir: string;
  /** Calls one procedure as the owner, over the host's own transport. */
  call(name: string, input?: unknown): Promise<Result<unknown>>;
  /** Calls one procedure that must succeed. */
  value<Name extends ProcedureName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>>;
  signal(name: NodeJS.Signals): void;
  ended(): Promise<Ended>;
  /** Ends the host, as a person does. */
  stop(): Promise<Ended>;
}

const kinds: readonly string[] = ["station", "double", "electron"] satisfies HostKind[];

/** The host of this run, from `CHUTE_E2E_HOST`; the default is the station. */
export const hostKind: HostKind = readKind(process.env["CHUTE_E2E_HOST"] ?? "station");

function readKind(name: string): HostKind {
  if (kinds.includes(name)) return name as HostKind;
  throw new Error(`CHUTE_E2E_HOST is one of ${kinds.join(", ")}, not “${name}”.`);
}
