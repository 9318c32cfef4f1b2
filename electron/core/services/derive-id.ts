import { hash } from "node:crypto";

/**
 * A UUID that derives from a command's id, so that a repeated command makes the same walk-up and the same request,
 * also at another hub (M9).
 */
export function deriveId(
  commandId: string,
  purpose: "walk-up" | "event" | "outbox" | "key",
): string {
  const hex = hash("sha256", JSON.stringify(["chute-id", purpose, commandId]));
  // Version 8 (custom) and the variant of RFC 9562.
  const digits = `${hex.slice(0, 12)}8${hex.slice(13, 16)}a${hex.slice(17, 32)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The ids of the request that a command makes. */
export const requestIdsOf = (commandId: string) => ({
  outboxId: deriveId(commandId, "outbox"),
  key: deriveId(commandId, "key"),
});
