import { join } from "node:path";
import type { Core, CoreOptions } from "#core/core.ts";
import { createCore } from "#core/core.ts";
import type { Ports } from "#core/ports.ts";
import type { Result } from "#shared/result.ts";
import { systemClock, systemFetch, systemRandom } from "#station/host/host-ports.ts";
import { createPeerPort } from "#station/host/peer-port.ts";
import type { Vault } from "#station/host/secrets.ts";
import { createFileSecrets, createRunSecrets } from "#station/host/secrets.ts";
import { readThisComputer } from "#station/host/this-computer.ts";
import type { SharedFlags } from "#station/shared-flags.ts";
import type { GivenCredentials } from "./credentials.ts";
import { startPractice } from "./practice-race.ts";

type CommonPort = "clock" | "random" | "fetch" | "secrets" | "startPractice" | "peer" | "computer";

export interface HostCoreOptions extends Pick<
  CoreOptions,
  "dataDir" | "host" | "version" | "onDamaged" | "checkOutputs"
> {
  readonly flags: Pick<SharedFlags, "practice" | "journalMirror">;
  /** The default data folder; missing parent folders are created. */
  readonly usualDataDir: string;
  readonly credentials: GivenCredentials | null;
  /** Encrypts the secrets; absent if the host has no key store. */
  readonly vault?: Vault | undefined;
  /** The ports that each host provides in its own way. */
  readonly ports: Omit<Ports, CommonPort>;
}

/** Opens the data folder of a host. */
export function openHostCore({
  flags,
  usualDataDir,
  credentials,
  vault,
  ports,
  ...options
}: HostCoreOptions): Promise<Result<Core>> {
  const { dataDir } = options;
  const secretsFile = join(dataDir, "secrets.json");
  const secrets = createFileSecrets(secretsFile, vault);
  return createCore({
    ...options,
    ports: {
      ...ports,
      clock: systemClock,
      random: systemRandom,
      fetch: systemFetch,
      // A key from the command line is for this run only: it is not stored again.
      secrets: credentials === null ? secrets : createRunSecrets(secrets),
      startPractice,
      peer: createPeerPort(),
      computer: readThisComputer(),
    },
    hostFiles: [secretsFile],
    createsParents: dataDir === usualDataDir,
    mode: flags.practice === true ? "practice" : "live",
    mirrorFolder: flags.journalMirror,
  });
}
