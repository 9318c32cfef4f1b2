import { z } from "zod";
import type { Certainty, DeliveryState } from "./delivery-policy.ts";

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
 * With one of these reasons it is unknown whether the entry arrived, and sending the entry again with the stored key
 * does not show it either (O4, O7, O10).
 */
const doubtful: ReadonlySet<string | null> = new Set([
  "key-conflict",
  "several-matches",
  "reconcile",
]);

/** With one of these reasons the organizer's list was searched, and no free registration is the walk-up (O4, O10). */
export const isSearchedFor = (reason: string | null): boolean =>
  reason === "not-found-again" || reason === "id-taken";

/** With one of these reasons, a person must decide whether the organizer received the entry (O4, O7, O10). */
export const needsDecision = (reason: string | null): boolean =>
  doubtful.has(reason) || isSearchedFor(reason);

function judgeSendAgain(entry: ActionSubject): OutboxActions["sendAgain"] {
  const state = isSetAside(entry) ? (entry.asideFrom?.state ?? entry.state) : entry.state;
  // The outbox itself searches the organizer's list first if it must.
  if (state !== "needs-attention") return "same-entry";
  const reason = reasonBefore(entry);
  if (isSearchedFor(reason)) return "new-entry";
  if (doubtful.has(reason)) return "look-first";
  if (entry.certainty !== "refused") return "same-entry";
  return entry.everMaybe ? "look-first" : "new-entry";
}
