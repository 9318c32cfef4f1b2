import type { Failure, Result } from "#shared/result.ts";
import { err } from "#shared/result.ts";

export const practiceUnavailable = (
  why: string,
  file?: string,
): Result<never, Failure<"practice-unavailable">> => {
  const details = file === undefined ? { why } : { why, file };
  return err("practice-unavailable", "Practice cannot be opened", { details });
};

/** The file that an error of the operating system names. */
export const fileOf = (error: unknown): string | undefined =>
  error instanceof Error && "path" in error ? String(error.path) : undefined;
