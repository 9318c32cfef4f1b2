import { Hono } from "hono";
import type { ApiOptions, SandboxApi } from "./api.ts";
import { createSandboxApi } from "./api.ts";
import { controlPath } from "./app.ts";
import type { SandboxContext } from "./context.ts";
import type { SandboxState } from "./control/control.ts";
import { createControl, readState } from "./control/control.ts";
import type { SandboxKeys } from "./http/credentials.ts";
import type { FaultSwitches } from "./faults/fault-switches.ts";
import type { Listener } from "./http/listener.ts";
import { openListener } from "./http/listener.ts";
import type { Mutation, MutationOutcome } from "./control/mutations.ts";
import { mutate } from "./control/mutations.ts";

export interface SandboxOptions extends ApiOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Loopback by default. */
  readonly host?: string;
  /** A second port for the control endpoints only; it stays open while the API is offline (X26). */
  readonly controlPort?: number;
}

/** A running sandbox. */
export interface Sandbox extends Pick<
  SandboxApi,
  "controlToken" | "mainEventId" | "repairedStateFile"
> {
  /** Base address without a trailing slash. */
  readonly url: string;
  /** Address of the control endpoints; on the control port if there is one. */
  readonly controlUrl: string;
  readonly keys: SandboxKeys;
  readonly faults: FaultSwitches;
  mutate(mutation: Mutation): MutationOutcome;
  readState(): SandboxState;
  close(): Promise<void>;
}

export const loopback = "127.0.0.1";

/**
 * Starts the partner API on this computer. Rejects with RangeError for an invalid size, with StateFileError for a state
 * file of another sandbox, and with the system's error if a port cannot be opened.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const host = options.host ?? loopback;
  const api = createSandboxApi(options, () => listener);
  const { app, context, controlToken } = api;
  const { faults, now } = context;
  let listener: Listener;
  let opened: Listener | undefined;
  let controlListener: Listener | undefined;
  try {
    opened = listener = await openListener({
      host,
      port: options.port ?? 0,
      dateAtMs: () => now() + faults.settings.clockOffsetMs,
      fetch: (request, env) => app.fetch(request, env),
    });
    controlListener = await openControl(context, controlToken, host, options.controlPort);
  } catch (cause) {
    await opened?.close();
    api.close();
    throw cause;
  }

  return {
    url: listener.url,
    controlUrl: `${(controlListener ?? listener).url}${controlPath}`,
    keys: context.credentials.keys,
    controlToken,
    faults,
    mainEventId: api.mainEventId,
    repairedStateFile: api.repairedStateFile,
    mutate: (mutation) => mutate(context, mutation),
    readState: () => readState(context),
    async close() {
      await Promise.all([listener.close(), controlListener?.close()]);
      api.close();
    },
  };
}

async function openControl(
  context: SandboxContext,
  controlToken: string,
  host: string,
  port: number | undefined,
): Promise<Listener | undefined> {
  if (port === undefined) return undefined;
  const control = new Hono().route(controlPath, createControl(context, controlToken));
  return await openListener({
    host,
    port,
    dateAtMs: context.now,
    fetch: (request) => control.fetch(request),
  });
}
