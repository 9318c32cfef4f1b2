import { z } from "zod";
import type { ProcedureName, RouterError } from "#shared/contract/index.ts";
import { isProcedureName, procedures } from "#shared/contract/index.ts";
import { hasRole } from "#shared/contract/procedure.ts";
import { toWellFormed } from "#shared/domain/basics/well-formed.ts";
import type { Err, Failure, Result } from "#shared/result.ts";
import { err } from "#shared/result.ts";
import { NotSavedError } from "./db/open/not-saved.ts";
import type { Caller, Handlers } from "./handlers.ts";
import type { Logger, Random } from "./ports.ts";
import { notSaved } from "./services/command-log.ts";

/** Answers one call; `name` and `input` are untrusted. Never throws. */
export type Dispatch = (name: string, input: unknown, caller: Caller) => Promise<Result<unknown>>;

export interface RouterOptions {
  /** Called for each request, because practice changes the workspace. Null: the core is closing. */
  readonly handlers: () => Handlers | null;
  /** Whether a paired device may access what this input names (S10). */
  readonly isWithinDesk: (input: object) => boolean;
  readonly logger: Logger;
  readonly random: Random;
  /** Checks replies against the contract, too; a difference is a bug, and the reply is `internal`. */
  readonly checkOutputs: boolean;
}

type AnyHandler = (input: unknown, caller: Caller) => Result<unknown> | Promise<Result<unknown>>;

/** The only entry to the core: checks name, role and input, runs the handler, and catches its bugs. */
export function createRouter(options: RouterOptions): Dispatch {
  const { handlers, isWithinDesk, logger, random, checkOutputs } = options;
  const fail = (name: string, error: unknown): Err<Failure<RouterError>> => {
    const logId = random.uuid();
    logger.log("error", "router.internal", { logId, procedure: name, error });
    return err("internal", "Something went wrong inside the program", { details: { logId } });
  };

  return async (name, input, caller) => {
    if (!isProcedureName(name)) return err("unknown-procedure", "There is no such procedure");
    const procedure = procedures[name];
    if (!hasRole(caller.role, procedure.role)) {
      return err("not-allowed", "Only the owner, or a device that the owner lets, may ask this");
    }
    const parsed = procedure.input.safeParse(input ?? {});
    if (!parsed.success) {
      return err("invalid-input", "The input is not what the contract says", {
        fields: fieldsOf(parsed.error),
      });
    }
    try {
      const current = handlers();
      if (current === null)
        return err("closing", "The program is closing, or opens its data again");
      if (isBrowser(caller) && !isWithinDesk(parsed.data)) {
        return err("not-allowed", "A paired device asks about the open event alone");
      }
      const handler = current[name] as AnyHandler;
      const reply = await handler(toWellFormed(parsed.data), caller);
      return checkOutputs ? checked(name, reply) : reply;
    } catch (error) {
      if (error instanceof NotSavedError && declares(name, "not-saved")) return notSaved(error);
      return fail(name, error);
    }
  };
}

/** A full desk works with its own open event, whichever the hub has open, and asks the hub for little (M9, M15). */
const isBrowser = ({ role, operator }: Caller): boolean =>
  role !== "owner" && operator === undefined;

const declares = (name: ProcedureName, code: string): boolean =>
  procedures[name].errors.some((one: string) => one === code);

/** Messages by path, for example `form.email`; the empty path is the whole input. */
function fieldsOf(error: z.ZodError): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of error.issues) (fields[issue.path.join(".")] ??= []).push(issue.message);
  return fields;
}

/** @throws if the reply differs from the contract, which is a bug. */
function checked(name: ProcedureName, reply: Result<unknown>): Result<unknown> {
  const procedure = procedures[name];
  if (reply.ok) {
    const output = z.safeParse(procedure.output, reply.value);
    if (!output.success) {
      throw new Error(`${name} answered what its contract does not say`, { cause: output.error });
    }
    return reply;
  }
  const declared: readonly string[] = [
    ...procedure.errors,
    "internal",
    "closing",
    "invalid-input",
    "hub-away",
  ];
  if (!declared.includes(reply.error.code)) {
    throw new Error(`${name} answered the undeclared code ${reply.error.code}`);
  }
  return reply;
}
