import type { Result } from "#shared/result.ts";

/** A command that writes entries, as a screen sends it; `commandId` is part of the input. */
export interface Order {
  readonly name: string;
  readonly input: { readonly commandId: string } & Readonly<Record<string, unknown>>;
}

/** A command whose HTTP reply the client read, with the reply. */
export interface Acknowledged extends Order {
  readonly reply: Result<unknown>;
}

/** What the clients of a season know, also after the station was killed. */
export interface CallLog {
  readonly acknowledged: readonly Acknowledged[];
  /** Commands that were sent and whose reply was not read, because the station was killed. */
  readonly unanswered: readonly Order[];
  /** The number of replies read so far, including refusals. */
  readonly replies: number;
  /** The names of backups and exports whose reply was read. */
  readonly files: { readonly backups: readonly string[]; readonly exports: readonly string[] };
  sent(order: Order): void;
  read(order: Order, reply: Result<unknown>): void;
  made(what: "backups" | "exports", name: string): void;
}

export function createCallLog(): CallLog {
  const acknowledged: Acknowledged[] = [];
  const open = new Map<string, Order>();
  let replies = 0;
  const files = { backups: [] as string[], exports: [] as string[] };
  return {
    acknowledged,
    get unanswered() {
      return [...open.values()];
    },
    get replies() {
      return replies;
    },
    files,
    sent: (order) => void open.set(order.input.commandId, order),
    read(order, reply) {
      open.delete(order.input.commandId);
      replies += 1;
      if (reply.ok) {
        acknowledged.push({ ...order, reply });
        return;
      }
      const { code } = reply.error;
      if (code === "internal" || code === "not-saved" || code === "invalid-input") {
        throw new Error(`${order.name} answered ${JSON.stringify(reply.error)}`);
      }
    },
    made: (what, name) => void files[what].push(name),
  };
}
