import { createHash } from "node:crypto";

/** A one-way hash of the system's id of a computer, for files that may be copied; null if the system has no id. */
export const hashOfComputer = (id: string | null): string | null =>
  id === null ? null : createHash("sha256").update(`chute ${id}`).digest("hex");
