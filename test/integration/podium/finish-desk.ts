import type { Caller } from "#core/handlers.ts";
import type { InputOf, OutputOf } from "#shared/contract/index.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { newCommandId } from "#test/support/test-core.ts";
import { eventId } from "./podium-desk.ts";

type FinishOrder = "stamp" | "bib" | "change" | "gap" | "time" | "move" | "remove" | "undo";
type OrderInput<Order extends FinishOrder> = Omit<
  InputOf<`finish.${Order}`>,
  "commandId" | "eventId"
>;

/** The finish log of the race, with short calls. */
export interface FinishEntry {
  /** Performs one command. Returns the number of rows after it, or the error code. */
  do<Order extends FinishOrder>(
    order: Order,
    input: OrderInput<Order>,
    caller?: Caller,
  ): Promise<number | string>;
  press(...atMs: number[]): Promise<void>;
  type(...bibs: (string | null)[]): Promise<void>;
  page(from?: number, limit?: number): Promise<OutputOf<"finish.page">>;
  /** Each row as `time bib`, with `-` for what one of the lists lacks and `?` for what was left open. */
  rows(): Promise<string[]>;
}

let items = 0;

/** A new id of a stamp or a line. */
export const newItemId = (): string => `item-${String((items += 1)).padStart(6, "0")}`;

export function finishDesk(desk: TestCore): FinishEntry {
  const perform: FinishEntry["do"] = async (order, input, caller = { role: "owner" }) => {
    const reply = await desk.core.dispatch(
      `finish.${order}`,
      { ...input, commandId: newCommandId(), eventId },
      caller,
    );
    return reply.ok ? (reply.value as { total: number }).total : reply.error.code;
  };
  const page: FinishEntry["page"] = (from, limit) =>
    desk.value("finish.page", {
      eventId,
      ...(from === undefined ? {} : { from }),
      ...(limit === undefined ? {} : { limit }),
    });
  return {
    do: perform,
    page,
    async press(...times) {
      const stamps = times.map((atMs) => ({ id: newItemId(), atMs }));
      await desk.value("finish.stamp", { commandId: newCommandId(), eventId, stamps });
    },
    async type(...bibs) {
      for (const bib of bibs) {
        const line = { id: newItemId(), bib, before: null };
        await desk.value("finish.bib", { commandId: newCommandId(), eventId, ...line });
      }
    },
    async rows() {
      const { rows } = await page(0, 500);
      return rows.map(({ stamp, line }) => {
        const time = stamp === null ? "-" : (stamp.atMs ?? "?");
        return `${time} ${line === null ? "-" : (line.bib ?? "?")}`;
      });
    },
  };
}
