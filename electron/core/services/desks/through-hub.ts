import type { ProcedureName } from "#shared/contract/index.ts";
import type { Handlers } from "#core/handlers.ts";
import type { Caller } from "#core/handlers.ts";
import type { DeskContext } from "#core/services/context.ts";
import type { DesksService } from "./desks.ts";

/**
 * The procedures that a full desk lets its hub perform, because only the database that sends the outbox may change what
 * is sent (M9): edits and retractions of walk-ups, and decisions about outbox entries. A new walk-up is saved at the
 * desk itself.
 */
export const hubProcedures = [
  "walkUp.retract",
  "walkUp.restore",
  "outbox.tryNow",
  "outbox.correct",
  "outbox.setAside",
  "outbox.requeue",
  "outbox.sendAgain",
  "outbox.decide",
] as const satisfies readonly ProcedureName[];

export const isHubProcedure = (name: string): name is (typeof hubProcedures)[number] =>
  hubProcedures.some((one) => one === name);

/**
 * Sends these procedures to the hub while this database is a full desk. If the hub does not answer, the procedures are
 * refused. The operator of this desk goes with them, because the hub's journal names who decided (J3).
 */
export function throughHub<Served extends Partial<Handlers>>(
  desks: Pick<DesksService, "askHub">,
  settings: Pick<DeskContext["settings"], "get">,
  handlers: Served,
): Served {
  const all: Record<string, unknown> = { ...handlers };
  for (const name of hubProcedures) {
    const own = handlers[name] as ((input: unknown, caller: Caller) => unknown) | undefined;
    if (own === undefined) continue;
    all[name] = async (input: unknown, caller: Caller) => {
      const { operator } = settings.get(caller);
      return (await desks.askHub(name, { operator, input })) ?? own(input, caller);
    };
  }
  return all as Served;
}
