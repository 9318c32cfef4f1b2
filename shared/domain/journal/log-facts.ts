/** What a log may hold of a failure: what kind, and where in this program. Its message may quote anybody's data (K1). */
export interface ErrorTrace {
  readonly name: string;
  readonly code?: string;
  /** Innermost first: "openCore index.js:120:7". */
  readonly at: readonly string[];
  readonly cause?: ErrorTrace;
}

export type LogFact = number | boolean | null | string | ErrorTrace;

/** Stands where a fact was that might be somebody's. */
export const withheld = "(withheld)";

const mostFrames = 12;
const mostCauses = 4;
/** A word as programs use it (`disk-full`, `roster.search`, `SQLITE_FULL`); nothing with a blank or an @ in it. */
const plainWord = /^(?=.{1,80}$)[A-Za-z]{1,30}(?:[._:-](?:[A-Za-z]{1,30}|[A-Za-z0-9]{1,8}))*$/;
/** What the API and this program call a thing: the name of the fact must say that it is one. */
const plainId = /^[\w.~:-]{1,80}$/;
const secretName =
  /key|token|secret|session|launch|password|authori[sz]ation|cookie|mail|person|operator|phone/i;

/** Facts as they may be written to a log (K1): numbers, closed words and ids as they are, failures without their messages. */
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
  if (value instanceof Error) return traceOf(value, mostCauses);
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value !== "string") return withheld;
  const isId = /(?:^id|Id)$/.test(name) && plainId.test(value);
  return isId || plainWord.test(value) ? value : withheld;
}

function traceOf(error: Error, causes: number): ErrorTrace {
  const { name, stack = "", cause } = error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const at = stack.split("\n").flatMap(frameOf).slice(0, mostFrames);
  return {
    name: plainWord.test(name) ? name : "Error",
    ...(plainWord.test(code) ? { code } : {}),
    at,
    ...(cause instanceof Error && causes > 0 ? { cause: traceOf(cause, causes - 1) } : {}),
  };
}

/** Function, file, line and column; not the folders, which name the person at this computer. */
const frame =
  /^\s+at (?:(?:async |new )?([\w$.<>#]{1,80})(?: \[as [\w$.]{1,80}\])? \()?(?:[^()]*[/\\])?([\w.-]{1,80}:\d+:\d+)\)?$/;

function frameOf(line: string): string[] {
  const [, caller, place] = frame.exec(line) ?? [];
  if (place === undefined) return [];
  return [caller === undefined ? place : `${caller} ${place}`];
}
