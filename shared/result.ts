/** The outcome of a function that may fail. Expected failures are returned, bugs throw. */
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
 * - `code`: kebab-case, from the closed set that the procedure declares. Programs decide by the code, never by the text.
 * - `message`: plain English for logs and scripts; screens have their own texts for each `code`.
 * - `fields`: messages by field name (the partner API's names), if a form is wrong.
 * - `details`: data that a screen needs to explain the failure (the holder of the bib, the locked file).
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

/** A compile error if a union was not handled completely. */
export const assertNever = (value: never): never => {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
};
