import type { ParsedInputOf, ProcedureName, ReplyOf } from "#shared/contract/index.ts";
import type { InvalidationTopic } from "#shared/contract/invalidations.ts";
import type { Result } from "#shared/result.ts";
import { err } from "#shared/result.ts";
import type { Caller, Slice } from "#core/handlers.ts";
import type { DeskContext } from "./context.ts";

/** The function that answers one procedure of the contract. */
export type UseCase<Name extends ProcedureName, Context = DeskContext> = (
  context: Context,
  input: ParsedInputOf<Name>,
  caller: Caller,
) => ReplyOf<Name>;

/** A use case that waits for the network, a worker or a person. */
export type AsyncUseCase<Name extends ProcedureName, Context = DeskContext> = (
  ...args: Parameters<UseCase<Name, Context>>
) => Promise<ReplyOf<Name>>;

type UseCases<Name extends ProcedureName, Context> = {
  readonly [Each in Name]: (
    context: Context,
    input: ParsedInputOf<Each>,
    caller: Caller,
  ) => ReplyOf<Each> | Promise<ReplyOf<Each>>;
};

/** The handlers of these use cases in one open workspace. */
export const bindUseCases = <Name extends ProcedureName, Context>(
  context: Context,
  useCases: UseCases<Name, Context>,
): Slice<Name> =>
  Object.fromEntries(
    Object.entries<UseCases<Name, Context>[Name]>(useCases).map(([name, useCase]) => [
      name,
      (input: ParsedInputOf<Name>, caller: Caller) => useCase(context, input, caller),
    ]),
  ) as Slice<Name>;

/** Performs a command once (J8) and then publishes what it changed, for the event that the command names. */
export function perform<Reply extends Result<unknown>>(
  { commands, feed }: Pick<DeskContext, "commands" | "feed">,
  name: ProcedureName,
  input: { readonly commandId: string; readonly eventId?: string | null },
  topics: readonly InvalidationTopic[],
  run: () => Reply,
) {
  const reply = commands.save(name, input, run);
  if (reply.ok) for (const topic of topics) feed.publish(topic, input.eventId);
  return reply;
}

export const noEvent = () => err("not-found", "No such event");
export const noRun = () => err("not-found", "The event has no such run");
export const noEntry = () => err("not-found", "No such entry in the queue");
export const noRunner = () => err("not-found", "Nobody by this id is in the event");
