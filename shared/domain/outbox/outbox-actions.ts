import type { Certainty, DeliveryState } from "./delivery-policy.ts";

/** What an outbox entry was before a person set it aside; `sending`: it is set aside after its answer (O13). */
export interface AsideFrom<Reason extends string = string> {
  readonly state: DeliveryState;
  readonly reason: Reason | null;
}

/** What of an outbox entry decides what a person may do with it. */
export interface ActSubject {
  readonly state: DeliveryState;
  readonly certainty: Certainty;
  readonly everMaybe: boolean;
  readonly reason: string | null;
  readonly asideFrom: AsideFrom | null;
}

/** What a person may do with an outbox entry, and what comes of it; null or false where it is refused (O13). */
export interface QueueActs {
  readonly setAside: "now" | "after-answer" | null;
  readonly putBack: boolean;
  /**
   * `same-entry`: the stored bytes under the stored key, now. `new-entry`: the same bytes under a new key, linked.
   * `look-first`: the organizer's list is searched before anything is sent.
   */
  readonly sendAgain: "same-entry" | "new-entry" | "look-first" | null;
}

/** The table of O13 in `electron/core/sync/SPEC.md`. */
export function judgeActs(entry: ActSubject): QueueActs {
  const { state, asideFrom } = entry;
  if (state === "done" || state === "cancelled") {
    return { setAside: null, putBack: false, sendAgain: null };
  }
  if (state === "sending") {
    const isAsked = asideFrom !== null;
    return { setAside: isAsked ? null : "after-answer", putBack: isAsked, sendAgain: null };
  }
  const isAside = isSetAside(entry);
  return { setAside: isAside ? null : "now", putBack: isAside, sendAgain: judgeSendAgain(entry) };
}

export const isSetAside = ({ state, reason }: Pick<ActSubject, "state" | "reason">): boolean =>
  state === "needs-attention" && reason === "set-aside";

/** The reason that counts for every other rule: that of an entry set aside is the one from before. */
export const reasonBefore = <Reason extends string>({
  reason,
  asideFrom,
}: {
  readonly reason: Reason | null;
  readonly asideFrom: AsideFrom<Reason> | null;
}): Reason | null => (reason === "set-aside" && asideFrom !== null ? asideFrom.reason : reason);

/** Reasons for which nobody knows whether it arrived, and the stored key must not decide it (O4, O7, O10). */
const doubtful: ReadonlySet<string | null> = new Set([
  "key-conflict",
  "several-matches",
  "reconcile",
  "unknown-answer",
]);

function judgeSendAgain(entry: ActSubject): QueueActs["sendAgain"] {
  const state = isSetAside(entry) ? (entry.asideFrom?.state ?? entry.state) : entry.state;
  // The queue itself looks first where it has to (O10).
  if (state !== "needs-attention") return "same-entry";
  const reason = reasonBefore(entry);
  if (reason === "not-found-again") return "new-entry";
  if (doubtful.has(reason)) return "look-first";
  if (entry.certainty !== "refused") return "same-entry";
  return entry.everMaybe ? "look-first" : "new-entry";
}
