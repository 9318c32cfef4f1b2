import type { Failure } from "#shared/result.ts";

const addressFaults: ReadonlySet<string> = new Set([
  "insecure-address",
  "wrong-address",
  "not-json",
  "not-the-api",
]);

/** The form field that a refused connection concerns; null for other failures, such as a lost network. */
export function connectionFault(failure: Failure | null): "address" | "key" | null {
  if (failure === null) return null;
  if (addressFaults.has(failure.code)) return "address";
  return failure.code === "wrong-key" ? "key" : null;
}
