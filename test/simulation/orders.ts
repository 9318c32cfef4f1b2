import { owner } from "#core/handlers.ts";
import type { InputOf, ProcedureName, ReplyOf } from "#shared/contract/index.ts";
import type { Result } from "#shared/result.ts";
import type { Run } from "./computer.ts";
import type { Draws } from "./draws.ts";
import type { VirtualLoop } from "./virtual-loop.ts";

/** An order that somebody at the desk gave. */
export interface Order {
  readonly name: ProcedureName;
  readonly input: { readonly commandId: string } & Readonly<Record<string, unknown>>;
}

/** What people order at one computer. */
export interface Orders {
  /** Orders whose reply nobody read: whether they were performed is not known. */
  readonly lost: Order[];
  /** When an order was first given, by the desk's clock. */
  givenAtMs(order: Order): number;
  /** Orders that wait for something. */
  readonly pending: number;
  /** Gives an order, perhaps twice at once as an impatient finger does. */
  give(order: Order, times?: number): void;
  order<Name extends ProcedureName>(name: Name, input: Omit<InputOf<Name>, "commandId">): Order;
  /** Null where the program died over it. */
  ask<Name extends ProcedureName>(name: Name, input: InputOf<Name>): Promise<ReplyOf<Name> | null>;
  /** Those whose reply nobody will read any more, since the program died. */
  loseReplies(): void;
}

export interface OrdersOptions {
  readonly seed: number;
  readonly draws: Draws;
  readonly loop: VirtualLoop;
  readonly run: () => Run;
  readonly deskNow: () => number;
  readonly note: (line: string) => void;
  readonly mustNotHold: (text: string, what: string) => void;
  /** A reply was read by whoever gave the order. */
  readonly onReply: (order: Order, reply: Result<unknown>) => void;
  readonly onLost: (order: Order) => void;
}

export function createOrders(options: OrdersOptions): Orders {
  const { seed, loop, note, mustNotHold, deskNow, onReply, onLost } = options;
  const replyDraws = options.draws.split("replies");
  const lost: Order[] = [];
  const givenAt = new Map<string, number>();
  const pending = new Map<symbol, Order>();
  let orders = 0;

  const lose = (order: Order): void => {
    lost.push(order);
    onLost(order);
  };

  const dispatch = async (order: Order): Promise<void> => {
    const run = options.run();
    const ticket = Symbol(order.name);
    pending.set(ticket, order);
    const reply = await run.core.dispatch(order.name, order.input, owner);
    loop.stir();
    // Given up by then: the program died, and somebody else counted it as lost.
    if (!pending.delete(ticket)) return;
    mustNotHold(JSON.stringify(reply), `the reply to ${order.name}`);
    if (run.isDead) {
      lose(order);
      return;
    }
    note(`  ${order.name} ${reply.ok ? "ok" : `refused: ${reply.error.code}`}`);
    if (replyDraws.chance(0.03)) {
      note("  nobody read the reply");
      lose(order);
    } else onReply(order, reply);
  };

  return {
    lost,
    givenAtMs: ({ input }) => givenAt.get(input.commandId) ?? 0,
    get pending() {
      return pending.size;
    },
    order: (name, input) => {
      orders += 1;
      const commandId = `order-${seed}-${orders}`;
      givenAt.set(commandId, deskNow());
      return { name, input: { ...input, commandId } };
    },
    give(order, times = 1) {
      note(`  ${order.name} ${briefly(order.input)}${times > 1 ? ` ×${times}` : ""}`);
      for (let time = 0; time < times; time += 1) {
        dispatch(order).catch((cause: unknown) => loop.fail(cause));
      }
    },
    async ask(name, input) {
      const run = options.run();
      const reply = await run.core.dispatch(name, input, owner);
      loop.stir();
      if (run.isDead) return null;
      mustNotHold(JSON.stringify(reply), `the reply to ${name}`);
      return reply as ReplyOf<typeof name>;
    },
    loseReplies() {
      const given = [...pending.values()];
      pending.clear();
      for (const order of given) lose(order);
    },
  };
}

/** An order's input for the trace, without what may hold a key. */
function briefly(input: Readonly<Record<string, unknown>>): string {
  const told = Object.entries(input).filter(
    ([name]) => name !== "apiKey" && name !== "eventId" && name !== "baseUrl",
  );
  return JSON.stringify(Object.fromEntries(told)).slice(0, 240);
}
