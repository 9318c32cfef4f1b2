/**
 * The part of an error that a log may contain: its kind and place. The error's message is left out, because it may
 * quote personal data (K1).
 */
export interface ErrorTrace {
  readonly name: string;
  readonly code?: string;
  /** The functions of the stack, innermost first: "openCore index.js:120:7". */
  readonly at: readonly string[];
  readonly cause?: ErrorTrace;
}

export type LogFact = number | boolean | null | string | ErrorTrace;

/** Replaces a value that may be personal data. */
export const withheld = "(withheld)";

const maxFrames = 12;
const maxCauses = 4;
/** A code of a program (`disk-full`, `roster.search`, `SQLITE_FULL`), without a space or an @. */
const plainWord = /^(?=.{1,80}$)[A-Za-z]{1,30}(?:[._:-](?:[A-Za-z]{1,30}|[A-Za-z0-9]{1,8}))*$/;
/** An id; the name of the value must also end in `id`. */
const plainId = /^[\w.~:-]{1,80}$/;
const secretName =
  /key|token|secret|session|launch|password|authori[sz]ation|cookie|mail|person|operator|phone/i;

/** The values that a log may contain (K1): numbers, codes and ids unchanged, errors without their messages. */
export function logFacts(
  facts: Readonly<Record<string, unknown>>,
): Readonly<Record<string, LogFact>> {
  return Object.fromEntries(
    Object.entries(facts)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, secretName.test(name) ? withheld : logFact(name, value)]),
  );
}

function logFact(name: string, value: unknown): LogFact {
  if (value instanceof Error) return traceOf(value, maxCauses);
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value !== "string") return withheld;
  const isId = /(?:^id|Id)$/.test(name) && plainId.test(value);
  return isId || plainWord.test(value) ? value : withheld;
}

function traceOf(error: Error, causes: number): ErrorTrace {
  const { name, stack = "", cause } = error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const at = stack.split("\n").flatMap(frameOf).slice(0, maxFrames);
  return {
    name: plainWord.test(name) ? name : "Error",
    ...(plainWord.test(code) ? { code } : {}),
    at,
    ...(cause instanceof Error && causes > 0 ? { cause: traceOf(cause, causes - 1) } : {}),
  };
}

/** Function, file, line and column, without the folders, which may contain the name of a person. */
const frame =
  /^\s+at (?:(?:async |new )?([\w$.<>#]{1,80})(?: \[as [\w$.]{1,80}\])? \()?(?:[^()]*[/\\])?([\w.-]{1,80}:\d+:\d+)\)?$/;

function frameOf(line: string): string[] {
  const [, caller, place] = frame.exec(line) ?? [];
  if (place === undefined) return [];
  return [caller === undefined ? place : `${caller} ${place}`];
}
