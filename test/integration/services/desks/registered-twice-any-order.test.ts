import fc from "fast-check";
import { expect, test } from "vitest";
import { restore, retract } from "#core/sync/outbox/commands/retraction.ts";
import { author } from "#test/support/database.ts";
import { append, followPeer, openDesk, save, takeAll } from "#test/support/desks/outbox-desk.ts";
import type { Desk } from "#test/support/desks/outbox-desk.ts";

/** One person, saved at a hub and at two desks apart from each other. */
interface Venue {
  readonly person: string;
  readonly desks: readonly [Desk, Desk, Desk];
  readonly saved: Map<string, number>;
}

type Act = readonly [what: "save" | "tell" | "retract" | "restore" | "retract-there", at: number];

function act({ desks, saved, person }: Venue, [what, at]: Act): void {
  const [hub] = desks;
  const desk = desks[at % desks.length] ?? hub;
  const subjects = [...saved.keys()];
  const subject = subjects[at % Math.max(1, subjects.length)] ?? "";
  const maker = desks[saved.get(subject) ?? 0] ?? hub;
  const isThere = hub.stores.walkUps.get(subject) !== null;
  switch (what) {
    case "save": {
      // The form of a hub that knows somebody else asks first (W1).
      if (desk === hub && subjects.length > 0) return;
      const id = `${person}-${subjects.length + 1}`;
      save(desk, id, { email: `${person}@example.org` });
      saved.set(`w_${id}`, desks.indexOf(desk));
      if (desk === hub) followPeer(hub);
      return;
    }
    case "tell":
      if (desk !== hub) takeAll(hub, desk);
      return;
    case "retract":
      if (isThere) hub.db.transaction(() => retract(hub.deps, { subject, author }));
      return;
    case "restore":
      if (isThere) hub.db.transaction(() => restore(hub.deps, subject, author));
      return;
    case "retract-there":
      if (maker === hub || maker.stores.walkUps.get(subject)?.takenBack !== false) return;
      append(maker, { kind: "walk-up.taken-back", payload: { askOrganizer: false } }, subject);
  }
}

/** The walk-ups at the hub that are not retracted: the databases whose walk-ups are sent, and how many there are. */
function sentAt({ desks: [hub], saved }: Venue) {
  const live = [...saved].filter(([id]) => hub.stores.walkUps.get(id)?.takenBack === false);
  const sent = live.filter(([id]) => hub.stores.outbox.bySubject(id)[0]?.state === "pending");
  return { live: live.length, makers: new Set(sent.map(([, maker]) => maker)) };
}

test("M9 whatever the order in which desks save one person, tell the hub, retract and restore: walk-ups of one desk are sent, of no second one", () => {
  const acts = fc.array(
    fc.tuple(
      fc.constantFrom<Act[0]>("save", "tell", "retract", "restore", "retract-there"),
      fc.nat(11),
    ),
    { minLength: 8, maxLength: 16 },
  );
  const desks = [openDesk(), openDesk(), openDesk()] as const;
  let people = 0;
  fc.assert(
    fc.property(acts, (drawn) => {
      people += 1;
      const venue: Venue = { person: `p${people}`, desks, saved: new Map() };
      for (const each of drawn) {
        act(venue, each);
        const { live, makers } = sentAt(venue);
        expect(makers.size).toBe(live === 0 ? 0 : 1);
      }
    }),
    { numRuns: 25, seed: 9 },
  );
});
