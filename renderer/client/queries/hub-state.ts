import { hasTwoHubs } from "#shared/contract/in-screens.ts";
import type { OutputOf } from "#shared/contract/index.ts";

/**
 * Whether the hub of a full desk sends its outbox (M9). `away`: not before there is a connection again. `refuses`: not
 * before a person does what the screen Desks says. `unknown`: the query has not answered.
 */
export type HubState = "sends" | "away" | "refuses" | "two-hubs" | "unknown";

export function hubStateOf(desks: Pick<OutputOf<"desks.get">, "sender" | "link"> | null): HubState {
  if (desks === null) return "unknown";
  if (hasTwoHubs(desks.sender)) return "two-hubs";
  if (desks.link.state === "refused") return "refuses";
  return desks.link.state === "up" ? "sends" : "away";
}
