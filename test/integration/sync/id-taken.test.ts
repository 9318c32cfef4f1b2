import { afterEach, expect, test } from "vitest";
import type { Fetch } from "#core/ports.ts";
import { closeSandboxBenches, connectToSandbox } from "../../support/sandbox-bench.ts";
import { volunteer } from "../../support/sync-bench.ts";

afterEach(closeSandboxBenches);

/**
 * A confirmed walk-up, and another one that the organizer's system confirms with the first one's id, as it does after
 * it lost its state.
 *
 * @param isCreated Whether the organizer's list has the other walk-up all the same, under an id of its own.
 */
async function confirmedWithOneId(isCreated: boolean) {
  let takenId: string | null = null;
  const forgetful: Fetch = async (address, init) => {
    const isPost = init?.method === "POST" && takenId !== null;
    if (!isPost) return fetch(address, init);
    const participantId = takenId;
    takenId = null;
    if (isCreated) await fetch(address, init);
    return Response.json({ data: { participantId } }, { status: 201 });
  };
  const race = await connectToSandbox(30, forgetful);
  const { bench, formFor, saveWalkUp, entryOf } = race;
  const first = saveWalkUp(formFor("ann@example.org", "Ann Berg"));
  await bench.runUntil(() => entryOf(first).state === "done");
  takenId = entryOf(first).remoteId;
  const other = saveWalkUp(formFor("zoe@example.org"));
  await bench.runUntil(() => ["done", "needs-attention"].includes(entryOf(other).state));
  const nameOf = (id: string) =>
    bench.stores.runners.get(race.eventId, entryOf(id).subject)?.name ?? null;
  return { ...race, first, other, nameOf };
}

test("O4 a confirmation with the id of another walk-up is not believed: a person decides, and can send it again", async () => {
  const { bench, first, other, entryOf, kinds, nameOf, createdWith } =
    await confirmedWithOneId(false);
  expect(entryOf(other)).toMatchObject({
    state: "needs-attention",
    certainty: "maybe-sent",
    reason: "id-taken",
    remoteId: null,
  });
  expect(kinds(entryOf(other).subject)).toEqual(["walk-up.saved", "walk-up.sent"]);
  expect([nameOf(first), nameOf(other)]).toEqual(["Ann Berg", "Zoë Nakamura"]);
  const attempts = bench.sync.outbox.detail(other)?.attempts;
  expect(attempts).toMatchObject([{ outcome: "id-taken", answer: entryOf(first).remoteId }]);

  // The server answers the same key with the same id again, so that only another key can create it.
  const again = { kind: "send-again" } as const;
  const decided = bench.db.transaction(() => bench.sync.outbox.decide(other, again, volunteer));
  const successor = decided.ok ? decided.value.id : "";
  expect(successor).not.toBe(other);
  bench.sync.outbox.wake();
  await bench.runUntil(() => entryOf(successor).state === "done");
  expect(createdWith("zoe@example.org")).toBe(1);
});

test("O4 O10 after such a confirmation the walk-up is found in the organizer's list under its own id", async () => {
  const { first, other, entryOf, kinds, createdIds } = await confirmedWithOneId(true);
  expect(entryOf(other)).toMatchObject({ state: "done", certainty: "confirmed" });
  expect(kinds(entryOf(other).subject)).toContain("walk-up.adopted");
  expect(createdIds()).toEqual([entryOf(first).remoteId, entryOf(other).remoteId]);
});

test("O4 a confirmation with the id of another person in the organizer's list is not believed", async () => {
  let listedId: string | null = null;
  const deduplicating: Fetch = async (address, init) => {
    if (init?.method !== "POST" || listedId === null) return fetch(address, init);
    return Response.json({ data: { participantId: listedId } }, { status: 201 });
  };
  const { bench, eventId, formFor, saveWalkUp, entryOf } = await connectToSandbox(
    30,
    deduplicating,
  );
  const [sibling] = bench.stores.registrations.listed(eventId, "", 1);
  if (sibling === undefined) throw new Error("Nobody is registered");
  listedId = sibling.id;
  const walkUp = saveWalkUp({ ...formFor(sibling.email, "Tim"), eventRunId: sibling.runId });
  await bench.runUntil(() => ["done", "needs-attention"].includes(entryOf(walkUp).state));
  const nameOf = (id: string) => bench.stores.runners.get(eventId, id)?.name;
  expect([nameOf(sibling.id), nameOf(entryOf(walkUp).subject)]).toEqual([sibling.name, "Tim"]);
  expect(entryOf(walkUp)).toMatchObject({ state: "needs-attention", reason: "id-taken" });
});
