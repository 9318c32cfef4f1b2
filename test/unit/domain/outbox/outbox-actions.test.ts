import { expect, test } from "vitest";
import type { ActionSubject, OutboxActions } from "#shared/domain/outbox/outbox-actions.ts";
import { mayBeCorrected, offersSendAgain } from "#shared/domain/outbox/entry-offers.ts";
import { judgeActions } from "#shared/domain/outbox/outbox-actions.ts";

const entry = (
  state: ActionSubject["state"],
  certainty: ActionSubject["certainty"],
  reason: string | null = null,
  everMaybe = certainty === "maybe-sent",
): ActionSubject => ({ state, certainty, everMaybe, reason, asideFrom: null });

const aside = (before: ActionSubject): ActionSubject => ({
  ...before,
  state: "needs-attention",
  reason: "set-aside",
  asideFrom: { state: before.state, reason: before.reason },
});

/** Every state that a person can see, and the effect of each action in it: the table of O13. */
const table: readonly (readonly [
  ActionSubject,
  OutboxActions["setAside"],
  OutboxActions["sendAgain"],
])[] = [
  [entry("pending", "never-sent"), "now", "same-entry"],
  [entry("waiting", "never-sent", "offline"), "now", "same-entry"],
  [entry("waiting", "never-sent", "rate-limited"), "now", "same-entry"],
  [entry("waiting", "never-sent", "key-refused"), "now", "same-entry"],
  [entry("waiting", "maybe-sent", "timeout"), "now", "same-entry"],
  [entry("waiting", "maybe-sent", "server-error"), "now", "same-entry"],
  [entry("waiting", "maybe-sent", "in-progress"), "now", "same-entry"],
  [entry("waiting", "maybe-sent", "reconcile"), "now", "same-entry"],
  [entry("sending", "maybe-sent"), "after-answer", null],
  [entry("needs-attention", "refused", "refused"), "now", "new-entry"],
  [entry("needs-attention", "refused", "refused", true), "now", "look-first"],
  [entry("needs-attention", "maybe-sent", "parked"), "now", "same-entry"],
  [entry("needs-attention", "maybe-sent", "key-conflict"), "now", "look-first"],
  [entry("needs-attention", "maybe-sent", "several-matches"), "now", "look-first"],
  [entry("needs-attention", "maybe-sent", "reconcile"), "now", "look-first"],
  [entry("needs-attention", "maybe-sent", "not-found-again"), "now", "new-entry"],
  [entry("needs-attention", "maybe-sent", "id-taken"), "now", "new-entry"],
  [entry("needs-attention", "never-sent", "registered-twice"), "now", "same-entry"],
  [entry("needs-attention", "maybe-sent", "registered-twice"), "now", "new-entry"],
  [entry("done", "confirmed"), null, null],
  [entry("cancelled", "never-sent"), null, null],
  [entry("cancelled", "refused"), null, null],
];

test.each(table)("O13 %o: set aside %s, send again %s", (subject, setAside, sendAgain) => {
  expect(judgeActions(subject)).toEqual({ setAside, requeue: false, sendAgain });
  if (setAside !== "now") return;
  // An entry that was set aside can be put back, and is then sent by the rules of its former state.
  expect(judgeActions(aside(subject))).toEqual({ setAside: null, requeue: true, sendAgain });
});

test("O13 set aside while it is in flight, it can be put back before the answer", () => {
  const asideFrom = { state: "sending", reason: null } as const;
  const asked: ActionSubject = { ...entry("sending", "maybe-sent"), asideFrom };
  expect(judgeActions(asked)).toEqual({
    setAside: null,
    requeue: true,
    sendAgain: null,
  });
});

test("O13 an entry that was never sent and is set aside is put back, not sent again", () => {
  const offers = (subject: ActionSubject): boolean =>
    offersSendAgain({ certainty: subject.certainty, acts: judgeActions(subject) });
  expect(offers(aside(entry("pending", "never-sent")))).toBe(false);
  expect(offers(entry("waiting", "never-sent", "offline"))).toBe(true);
  expect(offers(aside(entry("waiting", "maybe-sent", "timeout")))).toBe(true);
  expect(offers(aside(entry("needs-attention", "refused", "refused")))).toBe(true);
  expect(offers(entry("done", "confirmed"))).toBe(false);
});

test("W3 a walk-up or an event can be corrected while it was never sent or is refused, unless it is set aside", () => {
  const forms = {
    "walk-up": { form: {}, eventForm: null },
    event: { form: null, eventForm: {} },
  };
  const can = (subject: ActionSubject, kind: "walk-up" | "event" = "walk-up"): boolean =>
    mayBeCorrected({ ...subject, ...forms[kind], acts: judgeActions(subject) });
  expect(can(entry("pending", "never-sent"))).toBe(true);
  expect(can(entry("waiting", "never-sent", "offline"))).toBe(true);
  expect(can(entry("needs-attention", "refused", "refused"))).toBe(true);
  expect(can(entry("pending", "never-sent"), "event")).toBe(true);
  expect(can(entry("waiting", "maybe-sent", "timeout"), "event")).toBe(false);
  expect(can(entry("sending", "maybe-sent"))).toBe(false);
  expect(can(entry("waiting", "maybe-sent", "timeout"))).toBe(false);
  expect(can(entry("cancelled", "never-sent"))).toBe(false);
  expect(can(entry("done", "confirmed"))).toBe(false);
  for (const before of [entry("pending", "never-sent"), entry("needs-attention", "refused")]) {
    expect(can(aside(before))).toBe(false);
  }
});
