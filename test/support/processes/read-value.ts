import type { OutputOf, ProcedureName } from "#shared/contract/index.ts";
import type { Failure, Result } from "#shared/result.ts";

/** The value of a procedure that must succeed, over any transport. */
export function readValue<Name extends ProcedureName>(
  name: Name,
  reply: Result<unknown>,
): OutputOf<Name> {
  if (!reply.ok) throw new Error(`${name}: ${describe(reply.error)}`);
  return reply.value as OutputOf<Name>;
}

const describe = ({ code, message, fields, details }: Failure): string =>
  `${code}: ${message} ${JSON.stringify({ fields, details })}`;
