import { expect, test } from "vitest";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { retract } from "#core/sync/outbox/commands/retraction.ts";
import { importOutbox } from "#core/sync/outbox/import-outbox.ts";
import { author } from "#test/support/database.ts";
import { append, mergeAll, openDesk, save } from "#test/support/desks/outbox-desk.ts";

test("J9 W6 a walk-up that was retracted here stays so, also if the laptop that saved it undid a retraction of its own before", () => {
  const [maker, here] = [openDesk(), openDesk()];
  save(maker);
  append(maker, { kind: "walk-up.taken-back", payload: { askOrganizer: false } });
  const [, retraction] = maker.stores.journal.ofSubjects(["w_1"]);
  if (retraction === undefined) throw new Error("There is no entry");
  append(maker, { kind: "walk-up.restored", payload: { undoes: entryIdOf(retraction) } });
  const readStick = () => {
    mergeAll(here, maker);
    here.db.transaction(() => importOutbox(here.deps));
  };
  readStick();
  // The list was searched, and does not have it.
  here.stores.outbox.patch("o_1", { state: "needs-attention", reason: "not-found-again" });
  const retracted = here.db.transaction(() => retract(here.deps, { subject: "w_1", author }));
  expect(retracted.ok).toBe(true);
  save(maker, "2");
  readStick();
  expect(here.stores.walkUps.get("w_1")?.takenBack).toBe(true);
  expect(here.stores.outbox.get("o_1")?.state).toBe("cancelled");
});
