import { ZodError } from "zod";
import type { HubLink } from "#shared/contract/desks.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { Logger } from "#core/ports.ts";
import { NotPairedError, RefusedError } from "./hub-client.ts";

type Refusal = NonNullable<HubLink["why"]>;

/** `PeerPort` rejects with this code if the address has another certificate. */
const otherCertificateCode = "CHUTE_OTHER_CERTIFICATE";

export const isOtherCertificate = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === otherCertificateCode;

/** Why the hub refuses this desk; null if the hub does not answer, or if the disk of this desk refuses a write. */
export function refusalOf(error: unknown, logger: Logger): Refusal | null {
  if (error instanceof NotPairedError) return "not-paired";
  if (error instanceof RefusedError) {
    if (error.code === "not-hub") return "other-hub";
    if (error.code === "later-format") return "later-format";
    if (error.code === "not-saved") return "not-saved";
  }
  if (isOtherCertificate(error)) return "other-certificate";
  // The desk's own screens report a disk that refuses a write; the link only waits.
  const why = error instanceof NotSavedError ? error.why : "no-answer";
  const isAnswered = error instanceof ZodError || error instanceof RefusedError;
  logger.log(isAnswered ? "warn" : "debug", "peer.round-failed", {
    why: isAnswered ? "unreadable-answer" : why,
  });
  return null;
}
