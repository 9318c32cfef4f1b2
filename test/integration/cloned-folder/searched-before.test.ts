import { expect, test } from "vitest";
import type { OutboxChange } from "#core/db/stores/walk-ups/outbox-store.ts";
import { requeue, sendAgain, setAside } from "#core/sync/outbox/commands/outbox-actions.ts";
import { retract } from "#core/sync/outbox/commands/retraction.ts";
import { createOutboxTransitions } from "#core/sync/outbox/sending/outbox-transitions.ts";
import { author } from "#test/support/database.ts";
import { followPeer, openDesk, save } from "#test/support/desks/outbox-desk.ts";
import type { Desk } from "#test/support/desks/outbox-desk.ts";

const inDoubt = { certainty: "maybe-sent", everMaybe: true } as const;

/** A copied database with an entry that a person had to decide about when the copy was made. */
function openCopy(before: OutboxChange, isAside: boolean): Desk {
  const copy = openDesk();
  save(copy);
  followPeer(copy);
  copy.stores.outbox.patch("o_1", { state: "needs-attention", ...before });
  if (isAside) copy.db.transaction(() => setAside(copy.deps, "o_1", author));
  const entry = copy.stores.outbox.get("o_1");
  if (entry === null) throw new Error("There is no entry");
  copy.db.transaction(() => createOutboxTransitions(copy.deps).markInDoubt(entry, null));
  return copy;
}

test.each<{ what: string; before: OutboxChange; isAside?: boolean }>([
  { what: "looked for in vain", before: { reason: "not-found-again", ...inDoubt } },
  { what: "with an id of another one", before: { reason: "id-taken", ...inDoubt } },
  { what: "registered twice", before: { reason: "registered-twice" } },
  { what: "set aside", before: { reason: "not-found-again", ...inDoubt }, isAside: true },
])(
  "S5 O10 an entry $what in a copied database is looked for first: it may have been sent from the original since",
  ({ before, isAside = false }) => {
    const copy = openCopy(before, isAside);
    const run = <Reply>(act: () => Reply): Reply => copy.db.transaction(act);
    if (isAside) run(() => requeue(copy.deps, "o_1", author));
    const replies = [
      run(() => sendAgain(copy.deps, "o_1", author, false)),
      run(() => retract(copy.deps, { subject: "w_1", author })),
    ];
    for (const reply of replies) {
      expect(reply.ok ? "done" : reply.error.code).toBe("must-reconcile");
    }
  },
);
