import type { Desks } from "#shared/contract/desks.ts";
import type { OutputOf } from "#shared/contract/index.ts";
import { words } from "#renderer/i18n/words.ts";

const say = words.desks.pairing;

export type Lan = Pick<OutputOf<"lanAccess.get">, "canServe" | "reach">;

export interface PairingWords {
  /** Whom a code lets in. */
  readonly lead: string;
  /** Whether other laptops join this one with the code. */
  readonly joins: boolean;
  /** Why other devices cannot come, and what to do; null if they can. */
  readonly notice: { readonly title: string; readonly text: string } | null;
}

/**
 * Whom the code of this computer lets in: a laptop joins the hub in force and no other computer (M3). `lan` is null while it is
 * not known yet.
 */
export function describePairing(
  desks: Pick<Desks, "role" | "sender" | "lanEndpoint">,
  lan: Lan | null,
): PairingWords {
  const joins = desks.role === "hub" && desks.sender.who !== "other";
  const text = desks.lanEndpoint === null && lan !== null ? unreachable(lan, joins) : null;
  if (text === null) {
    return { lead: joins ? say.lead.hub : say.lead.browsers, joins, notice: null };
  }
  return { lead: say.lead.here, joins: false, notice: { title: say.unreachable.title, text } };
}

/** How the network is let in; null if the button for a code does that, or says why there is none. */
function unreachable({ canServe, reach }: Lan, joins: boolean): string | null {
  if (!canServe) return say.unreachable.station;
  return reach === "this-computer" && !joins ? say.unreachable.desktop : null;
}
