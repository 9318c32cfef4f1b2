/** The outcome of something that is expected to fail sometimes. Bugs throw; expected outcomes are returned. */
export type Result<T, E extends Failure = Failure> = Ok<T> | Err<E>;

export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Err<E extends Failure> {
  readonly ok: false;
  readonly error: E;
}

/**
 * An expected failure.
 *
 * - `code`: kebab-case, from the closed set the procedure declares; decisions are made on it, never on the text.
 * - `message`: plain English for logs and scripts; screens use their own catalogue keyed by `code`.
 * - `fields`: messages by field name (the partner API's names), where a form is at fault.
 * - `details`: facts a screen needs to explain the failure (who holds the bib, which file is locked).
 */
export interface Failure<Code extends string = string> {
  readonly code: Code;
  readonly message: string;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly details?: Readonly<Record<string, unknown>>;
}

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });

export const err = <const Code extends string>(
  code: Code,
  message: string,
  more: Omit<Failure, "code" | "message"> = {},
): Err<Failure<Code>> => ({ ok: false, error: { code, message, ...more } });

/** Proves at compile time that a union was handled completely. */
export const assertNever = (value: never): never => {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
};
