import { hash } from "node:crypto";
import type { Json } from "#shared/domain/journal/canonical-json.ts";
import { canonicalJson } from "#shared/domain/journal/canonical-json.ts";
import type { Err, Failure, Result } from "#shared/result.ts";
import { err } from "#shared/result.ts";
import type { Db } from "#core/db/open/database.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { CommandStore } from "#core/db/stores/small-stores.ts";
import type { Clock, Logger } from "#core/ports.ts";

interface Command {
  readonly commandId: string;
}

type Conflict = Err<Failure<"command-conflict">>;
type NotSaved = Err<Failure<"not-saved">>;

/** The command log: performs each command once (J8). */
export type CommandLog = ReturnType<typeof createCommandLog>;

/** Number of stored replies that are kept for repeated commands. Older ones are deleted: they contain runners' rows. */
const storedReplies = 10_000;
/** At most this many stored replies are deleted at one start, so that it is not delayed. */
const mostDeleted = 10_000;

/** Number of replies of waiting commands that are kept in memory. */
const rememberedReplies = 1_000;

export function createCommandLog(db: Db, commands: CommandStore, clock: Clock) {
  return {
    /**
     * For a command that only writes to the database: `run` is one transaction, and the reply commits with its
     * journal entries. A repeated command gets the stored reply, also after a restart. A refusal rolls back
     * what `run` wrote and is not stored.
     */
    save<Reply extends Result<unknown>>(
      name: string,
      input: Command,
      run: () => Reply,
    ): Reply | Conflict | NotSaved {
      const { commandId } = input;
      const inputHash = hashOf(name, input);
      try {
        return db.transaction(() => {
          // This read is inside the transaction, because a separate read would be a second transaction.
          const known = commands.get(commandId);
          if (known !== null) {
            throw new Answered(known.inputHash === inputHash ? known.reply : conflict());
          }
          const reply = run();
          if (!reply.ok) throw new Answered(reply);
          commands.add({ commandId, name, inputHash, reply, atMs: clock.now() });
          return reply;
        });
      } catch (error) {
        if (error instanceof Answered) return error.reply as Reply;
        if (error instanceof NotSavedError) return notSaved(error);
        throw error;
      }
    },
    wait: createMemory(),
    join: createJoin(),
  };
}

/** Best effort: a full disk must not block opening; the next opening deletes them. */
export function deleteOldReplies(db: Db, commands: CommandStore, logger: Logger): void {
  try {
    db.transaction(() => commands.keepNewest(storedReplies, mostDeleted));
  } catch (error) {
    if (!(error instanceof NotSavedError)) throw error;
    logger.log("warn", "workspace.replies-kept", { why: error.why });
  }
}

/** For a command that waits and then saves: if the command is repeated while it runs, both get the same reply. */
function createJoin() {
  const underWay = new Map<string, Promise<unknown>>();
  return async <Reply>(name: string, input: Command, run: () => Promise<Reply>): Promise<Reply> => {
    const key = hashOf(name, input);
    const known = underWay.get(key);
    if (known !== undefined) return (await known) as Reply;
    const reply = run().finally(() => underWay.delete(key));
    underWay.set(key, reply);
    return await reply;
  };
}

/**
 * For a command that waits for the network or a worker: a repeated command gets the same reply, while the command
 * runs and as long as the program runs. The input may hold a secret, so only its hash is kept, in memory (K1). Also for
 * services that outlive a workspace, such as the practice service.
 */
export function createMemory() {
  const replies = new Map<
    string,
    { readonly inputHash: string; readonly reply: Promise<unknown> }
  >();
  return async <Reply extends Result<unknown>>(
    name: string,
    input: Command,
    run: () => Reply | Promise<Reply>,
  ): Promise<Reply | Conflict> => {
    const inputHash = hashOf(name, input);
    const known = replies.get(input.commandId);
    if (known !== undefined) {
      return known.inputHash === inputHash ? ((await known.reply) as Reply) : conflict();
    }
    const reply = Promise.resolve().then(run);
    replies.set(input.commandId, { inputHash, reply });
    const [oldest] = replies.keys();
    if (replies.size > rememberedReplies && oldest !== undefined) replies.delete(oldest);
    return await reply;
  };
}

/** Thrown to roll the transaction back and return its reply. */
class Answered extends Error {
  readonly reply: unknown;

  constructor(reply: unknown) {
    super("Answered");
    this.reply = reply;
  }
}

const hashOf = (name: string, input: Command): string =>
  hash("sha256", canonicalJson([name, input as unknown as Json]));

const conflict = (): Conflict =>
  err("command-conflict", "This commandId was used for something else");

/**
 * The reply to a command that could not be saved. The screen shows it prominently: nothing was recorded, and all
 * earlier entries are safe (J1).
 */
export const notSaved = (error: NotSavedError): NotSaved =>
  err("not-saved", "The disk refused; nothing was recorded", { details: { why: error.why } });
