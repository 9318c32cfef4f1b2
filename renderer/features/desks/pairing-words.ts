import type { Desks } from "#shared/contract/desks.ts";
import { words } from "#renderer/i18n/words.ts";

const say = words.desks.pairing;

export interface PairingWords {
  /** Whom a code lets in. */
  readonly lead: string;
  /** Whether other laptops join this one with the code. */
  readonly joins: boolean;
}

/** Whom the code of this computer lets in: a laptop joins the hub in force and no other computer (M3). */
export function describePairing({ role, sender }: Pick<Desks, "role" | "sender">): PairingWords {
  const joins = role === "hub" && sender.who !== "other";
  return { lead: joins ? say.lead.hub : say.lead.browsers, joins };
}
