import type { UpdateFeed } from "#main/updates/update-feed.ts";
import { updateFeedSchema } from "#main/updates/update-feed.ts";

/** The variables a release is made with, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Who makes a release, and where its users hear of the next one. */
export interface Release {
  /** `Name <mail>`, as Debian's packages want it. */
  readonly maintainer: string;
  readonly homepage: string;
  /** Null: the program never looks for updates. */
  readonly updates: UpdateFeed | null;
  /** Whom the Windows certificate names; null where nothing is signed. */
  readonly windowsPublisher: string | null;
}

const nobody = "example.invalid";

/**
 * What the environment says of a release. CHUTE_UPDATE_URL makes it one that looks for updates; then
 * CHUTE_UPDATE_PUBLIC_KEY and CHUTE_WINDOWS_PUBLISHER must be there, too.
 *
 * @throws when one of them is missing or wrong: a program that could not check its updates is not made
 */
export function readRelease(environment: Environment): Release {
  const url = environment["CHUTE_UPDATE_URL"] ?? "";
  const windowsPublisher = environment["CHUTE_WINDOWS_PUBLISHER"] ?? "";
  const updates = url === "" ? null : readUpdates(url, environment["CHUTE_UPDATE_PUBLIC_KEY"]);
  if (updates !== null && windowsPublisher === "") {
    throw new Error("CHUTE_UPDATE_URL needs CHUTE_WINDOWS_PUBLISHER: whom the certificate names.");
  }
  return {
    maintainer: environment["CHUTE_MAINTAINER"] ?? `Chute <nobody@${nobody}>`,
    homepage: environment["CHUTE_HOMEPAGE"] ?? `https://${nobody}`,
    updates,
    windowsPublisher: windowsPublisher === "" ? null : windowsPublisher,
  };
}

function readUpdates(url: string, publicKey: string | undefined): UpdateFeed {
  const read = updateFeedSchema.safeParse({ url, publicKey });
  if (read.success) return read.data;
  const faults = read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(
    `CHUTE_UPDATE_URL and CHUTE_UPDATE_PUBLIC_KEY are no feed. ${faults.join("; ")}.`,
  );
}
