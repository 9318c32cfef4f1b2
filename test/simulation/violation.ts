/** Something that must never be was seen. */
export class Violation extends Error {
  override readonly name = "Violation";
}

/** @throws Violation */
export function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Violation(what);
}

/** What must not be and was, or a bug's stack. */
export const describe = (error: unknown): string => {
  if (error instanceof Violation) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};
