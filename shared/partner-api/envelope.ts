import type { z } from "zod";

import type { Failure, Result } from "../result.ts";
import { err, ok } from "../result.ts";

/** `not-the-envelope`: `data` is missing. `malformed`: the payload does not match its schema. */
export type EnvelopeFailure = Failure<"not-the-envelope" | "malformed">;

/** A row that does not match its schema; it is stored unchanged (D6). */
export interface MalformedRow {
  readonly index: number;
  readonly raw: unknown;
  /** Path and message of each error, e.g. `email: Invalid input`. */
  readonly issues: readonly string[];
}

export interface ReadRows<T> {
  readonly rows: readonly T[];
  readonly malformed: readonly MalformedRow[];
}

/** Parses rows one by one, so that a malformed row does not affect the others. */
export function readRows<Schema extends z.ZodType>(
  schema: Schema,
  values: readonly unknown[],
): ReadRows<z.output<Schema>> {
  const rows: z.output<Schema>[] = [];
  const malformed: MalformedRow[] = [];
  for (const [index, raw] of values.entries()) {
    const parsed = schema.safeParse(raw);
    if (parsed.success) rows.push(parsed.data);
    else malformed.push({ index, raw, issues: describeIssues(parsed.error) });
  }
  return { rows, malformed };
}

/** Parses a list answer, `{data: […], …}`. */
export function readList<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): Result<ReadRows<z.output<Schema>>, Failure<"not-the-envelope">> {
  const data = dataOf(body);
  if (!Array.isArray(data)) {
    return err("not-the-envelope", "The answer is not a list in an object with a `data` field.");
  }
  return ok(readRows(schema, data));
}

/** Parses an answer with one object, `{data: {…}}`. */
export function readData<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): Result<z.output<Schema>, EnvelopeFailure> {
  const data = dataOf(body);
  if (typeof data !== "object" || data === null || Array.isArray(data)) {
    return err("not-the-envelope", "The answer is not an object with a `data` field.");
  }
  const parsed = schema.safeParse(data);
  return parsed.success
    ? ok(parsed.data)
    : err("malformed", "The answer cannot be read.", {
        details: { issues: describeIssues(parsed.error) },
      });
}

/** The field `data` of an answer; undefined if there is none. */
export function dataOf(body: unknown): unknown {
  return typeof body === "object" && body !== null && Object.hasOwn(body, "data")
    ? (body as { readonly data: unknown }).data
    : undefined;
}

function describeIssues(error: z.ZodError): string[] {
  return error.issues.map((issue) => `${issue.path.join(".") || "(row)"}: ${issue.message}`);
}
