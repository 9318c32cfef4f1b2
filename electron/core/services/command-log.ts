import { hash } from "node:crypto";
import type { Json } from "#shared/domain/journal/canonical-json.ts";
import { canonicalJson } from "#shared/domain/journal/canonical-json.ts";
import type { Err, Failure, Result } from "#shared/result.ts";
import { err } from "#shared/result.ts";
import type { Db } from "#core/db/open/database.ts";
import { NotSavedError } from "#core/db/open/not-saved.ts";
import type { CommandStore } from "#core/db/stores/small-stores.ts";
import type { Clock } from "#core/ports.ts";

interface Order {
  readonly commandId: string;
}

type Conflict = Err<Failure<"command-conflict">>;
type NotSaved = Err<Failure<"not-saved">>;

/** Performs a command once (J8). */
export interface Once {
  /**
   * A command that only writes here: `run` is one transaction, the reply commits with its facts, and a repeat answers
   * that reply, also after a restart. A refusal undoes what `run` wrote and is not kept: nothing was performed.
   */
  save<Reply extends Result<unknown>>(
    name: string,
    input: Order,
    run: () => Reply,
  ): Reply | Conflict | NotSaved;
  /**
   * A command that waits for the network or a worker: a repeat, while it runs or later in this run of the program,
   * gets the same reply. Its input may hold a secret, so only its hash is kept, and only in memory (K1).
   */
  wait<Reply extends Result<unknown>>(
    name: string,
    input: Order,
    run: () => Reply | Promise<Reply>,
  ): Promise<Reply | Conflict>;
  /** A command that waits for something and then saves: who gives it again meanwhile gets the same reply. */
  join<Reply>(name: string, input: Order, run: () => Promise<Reply>): Promise<Reply>;
}

/** Replies of waiting commands that are remembered. */
const rememberedReplies = 1_000;

export function createOnce(db: Db, commands: CommandStore, clock: Clock): Once {
  return {
    save: <Reply extends Result<unknown>>(name: string, input: Order, run: () => Reply) => {
      const { commandId } = input;
      const inputHash = hashOf(name, input);
      try {
        return db.transaction(() => {
          // Looked up in here: outside it would be a transaction of its own.
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

function createJoin(): Once["join"] {
  const underWay = new Map<string, Promise<unknown>>();
  return async <Reply>(name: string, input: Order, run: () => Promise<Reply>) => {
    const key = hashOf(name, input);
    const known = underWay.get(key);
    if (known !== undefined) return (await known) as Reply;
    const reply = run().finally(() => underWay.delete(key));
    underWay.set(key, reply);
    return await reply;
  };
}

/** Shared by everything that outlives a workspace, practice itself for one. */
export function createMemory(): Once["wait"] {
  const replies = new Map<
    string,
    { readonly inputHash: string; readonly reply: Promise<unknown> }
  >();
  return async <Reply extends Result<unknown>>(
    name: string,
    input: Order,
    run: () => Reply | Promise<Reply>,
  ) => {
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

/** Carries an answer out of the transaction, so that nothing of it is kept. */
class Answered extends Error {
  readonly reply: unknown;

  constructor(reply: unknown) {
    super("Answered");
    this.reply = reply;
  }
}

const hashOf = (name: string, input: Order): string =>
  hash("sha256", canonicalJson([name, input as unknown as Json]));

const conflict = (): Conflict =>
  err("command-conflict", "This commandId was used for something else");

/** What the screen says loudly: nothing was recorded, everything earlier is safe (J1). */
const notSaved = (error: NotSavedError): NotSaved =>
  err("not-saved", "The disk refused; nothing was recorded", { details: { why: error.why } });
