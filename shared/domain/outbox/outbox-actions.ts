import { z } from "zod";
import type { Certainty, DeliveryState } from "./delivery-policy.ts";
import { isDoubtful, isSearchedFor } from "./entry-reasons.ts";

/** The state of an outbox entry before a person set it aside; `sending`: it is set aside after its answer (O13). */
export interface AsideFrom<Reason extends string = string> {
  readonly state: DeliveryState;
  readonly reason: Reason | null;
}

/** The fields of an outbox entry that the allowed actions depend on. */
export interface ActionSubject {
  readonly state: DeliveryState;
  readonly certainty: Certainty;
  readonly everMaybe: boolean;
  readonly reason: string | null;
  readonly asideFrom: AsideFrom | null;
}

/** The actions that a person may do with an outbox entry, and their effect; null or false if an action is refused. */
export const outboxActionsSchema = z.object({
  setAside: z.enum(["now", "after-answer"]).nullable(),
  requeue: z.boolean(),
  /**
   * `same-entry`: the stored bytes under the stored key, now. `new-entry`: the same bytes under a new key, linked.
   * `look-first`: the organizer's list is searched before anything is sent.
   */
  sendAgain: z.enum(["same-entry", "new-entry", "look-first"]).nullable(),
});
export type OutboxActions = z.infer<typeof outboxActionsSchema>;

/** The table of O13 in `electron/core/sync/SPEC.md`. */
export function judgeActions(entry: ActionSubject): OutboxActions {
  const { state, asideFrom } = entry;
  if (state === "done" || state === "cancelled") {
    return { setAside: null, requeue: false, sendAgain: null };
  }
  if (state === "sending") {
    const isAsked = asideFrom !== null;
    return { setAside: isAsked ? null : "after-answer", requeue: isAsked, sendAgain: null };
  }
  const isAside = isSetAside(entry);
  return { setAside: isAside ? null : "now", requeue: isAside, sendAgain: judgeSendAgain(entry) };
}

export const isSetAside = ({ state, reason }: Pick<ActionSubject, "state" | "reason">): boolean =>
  state === "needs-attention" && reason === "set-aside";

/** The reason that all other rules use: for an entry that was set aside, the reason before it was set aside. */
export const reasonBefore = <Reason extends string>({
  reason,
  asideFrom,
}: {
  readonly reason: Reason | null;
  readonly asideFrom: AsideFrom<Reason> | null;
}): Reason | null => (reason === "set-aside" && asideFrom !== null ? asideFrom.reason : reason);

/**
 * Whether the organizer's list was searched for an entry that may have arrived, and does not have it (O10). Who is
 * registered twice after a doubt was searched for before (M10).
 */
export const isNotListed = (entry: ActionSubject): boolean => {
  const reason = reasonBefore(entry);
  return reason === "not-found-again" || (reason === "registered-twice" && entry.everMaybe);
};

/** The organizer's list was searched, and no free registration is the entry: it is sent with a new key (O4, O10). */
export const needsNewKey = (entry: ActionSubject): boolean =>
  isSearchedFor(reasonBefore(entry)) || isNotListed(entry);

function judgeSendAgain(entry: ActionSubject): OutboxActions["sendAgain"] {
  const state = isSetAside(entry) ? (entry.asideFrom?.state ?? entry.state) : entry.state;
  // The outbox itself searches the organizer's list first if it must.
  if (state !== "needs-attention") return "same-entry";
  if (needsNewKey(entry)) return "new-entry";
  if (isDoubtful(reasonBefore(entry))) return "look-first";
  if (entry.certainty !== "refused") return "same-entry";
  return entry.everMaybe ? "look-first" : "new-entry";
}
