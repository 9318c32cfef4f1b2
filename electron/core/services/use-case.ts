import type { ParsedInputOf, ProcedureName, ReplyOf } from "#shared/contract/index.ts";
import type { InvalidationTopic } from "#shared/contract/invalidations.ts";
import { err } from "#shared/result.ts";
import type { Caller, Slice } from "#core/handlers.ts";
import type { DeskCommand, DeskContext } from "./context.ts";
import { commandOf } from "./context.ts";

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

/** A command that only writes to the database. `command`: its author and its id, as the journal stores them. */
export type Command<Name extends CommandName, Context = DeskContext> = (
  context: Context,
  input: ParsedInputOf<Name>,
  command: DeskCommand,
  caller: Caller,
) => ReplyOf<Name>;

/** The procedures whose input names an event and the id of a command. */
type CommandName = {
  [Name in ProcedureName]: ParsedInputOf<Name> extends CommandInput ? Name : never;
}[ProcedureName];
type CommandInput = Pick<DeskCommand, "eventId" | "commandId">;

/** Handlers that perform each command once (J8), in one transaction, and then publish what it changed in its event. */
export const bindCommands = <
  Name extends CommandName,
  Context extends Pick<DeskContext, "commands" | "feed" | "settings">,
>(
  context: Context,
  topics: readonly InvalidationTopic[],
  useCases: { readonly [Each in Name]: Command<Each, Context> },
): Slice<Name> =>
  Object.fromEntries(
    Object.entries<Command<Name, Context>>(useCases).map(([name, useCase]) => [
      name,
      (input: ParsedInputOf<Name> & CommandInput, caller: Caller) => {
        const { commands, feed, settings } = context;
        const reply = commands.save(name, input, () =>
          useCase(context, input, commandOf(settings, caller, input), caller),
        );
        if (reply.ok) for (const topic of topics) feed.publish(topic, input.eventId);
        return reply;
      },
    ]),
  ) as Slice<Name>;

export const noEvent = () => err("not-found", "No such event");
export const noRun = () => err("not-found", "The event has no such run");
export const noEntry = () => err("not-found", "No such entry in the queue");
export const noRunner = () => err("not-found", "Nobody by this id is in the event");
