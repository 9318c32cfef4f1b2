import type { UpdateFeed } from "#main/updates/update-feed.ts";
import { updateFeedSchema } from "#main/updates/update-feed.ts";

/** The environment variables of a release, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The maintainer of a release, and its source of updates. */
export interface Release {
  /** `Name <mail>`, the format of Debian packages. */
  readonly maintainer: string;
  readonly homepage: string;
  /** Null: the program never checks for updates. */
  readonly updates: UpdateFeed | null;
  /** The subject of the Windows certificate; null if nothing is signed. */
  readonly windowsPublisher: string | null;
}

const nobody = "example.invalid";

/**
 * Reads the environment variables of a release. With CHUTE_UPDATE_URL, the program checks for updates; then
 * CHUTE_UPDATE_PUBLIC_KEY and CHUTE_WINDOWS_PUBLISHER are required, too.
 *
 * @throws if one of them is missing or invalid, because the program could not verify its updates
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
  const problems = read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(
    `CHUTE_UPDATE_URL and CHUTE_UPDATE_PUBLIC_KEY are no feed. ${problems.join("; ")}.`,
  );
}
