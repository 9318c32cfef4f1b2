import { hash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { entryHashText, payloadHashText } from "#shared/domain/journal/journal.ts";
import { author, openTestDatabase } from "#test/support/database.ts";
import { seenOf } from "#test/support/podium-orders.ts";
import { newCommandId } from "#test/support/test-core.ts";
import { finishDesk, newItemId } from "./finish-desk.ts";
import type { PodiumDesk } from "./podium-desk.ts";
import { entriesOf, inDatabase, merge } from "./merged-desk.ts";
import { eventId, lines, openPodium, podiumDesk, readOut, runId, tablet } from "./podium-desk.ts";

describe("two people at one computer", () => {
  test("J4 the second sheet of two that were typed over the same one is not written, and sees the first", async () => {
    const desk = await openPodium();
    const one = await desk.order(lines("7"));
    const other = await desk.order(lines("A12"));
    await desk.value("podium.enter", one);
    const refused = await desk.call("podium.enter", other, tablet);
    expect(refused).toMatchObject({
      error: {
        code: "changed-meanwhile",
        details: { segment: { slots: [{ bib: "7" }], actor: { desk: "Desk 1" } } },
      },
    });
    expect(readOut(await desk.enter(lines("A12"), {}, tablet))).toEqual(["1. A12"]);
    expect((await desk.segment()).rivals).toEqual([]);
  });

  test("J4 neither is a step back over a sheet the person never saw", async () => {
    const desk = await openPodium();
    const { revision } = await desk.enter(lines("7"));
    await desk.enter(lines("A12"), {}, tablet);
    const place = { eventId, runId, segmentId: "overall", follows: [revision ?? ""] };
    expect(await desk.call("podium.undo", { commandId: newCommandId(), ...place })).toMatchObject({
      error: { code: "changed-meanwhile", details: { segment: { slots: [{ bib: "A12" }] } } },
    });
  });
});

/** The chain of one epoch with each entry changed by `change`, and with right hashes (J6). */
function rewritten(
  entries: readonly JournalEntry[],
  change: (entry: JournalEntry) => JournalEntry,
): JournalEntry[] {
  let previousHash = "";
  return entries
    .toSorted((one, other) => one.sequence - other.sequence)
    .map((entry) => {
      const { salt, payload, ...body } = { ...change(entry), previousHash };
      const payloadHash = sha256(payloadHashText(salt ?? "", payload));
      previousHash = sha256(entryHashText({ ...body, payloadHash }));
      return { ...body, salt, payload, payloadHash, hash: previousHash };
    });
}

const sha256 = (text: string): string => hash("sha256", text);

describe("two computers", () => {
  test("P2a digits that an earlier version stored stay seconds, also after the line is saved again", async () => {
    const [one, two] = [await openPodium(), await openPodium()];
    await two.enter(lines("7@59:59", "A12"));
    const entries = rewritten(entriesOf(two), (entry) =>
      entry.kind === "podium.entered"
        ? {
            ...entry,
            payload: {
              ...entry.payload,
              slots: [{ bib: "7", runnerId: "ana", tie: false, time: "3500" }],
            },
          }
        : entry,
    );
    const merged = await merge(one, entries);
    const before = (await merged.segment()).slots;
    expect(before).toMatchObject([{ bib: "7", time: "58:20", hundredths: 350_000 }]);
    const after = await merged.enter([...before.map(asTyped), ...lines("A12@3500")]);
    expect(after.slots.map(({ time, hundredths }) => [time, hundredths])).toEqual([
      ["58:20", 350_000],
      ["35:00", 210_000],
    ]);
    expect(await merged.value("journal.verify", {})).toMatchObject({ differences: 0 });
  });

  test("J4 both sheets are kept, the earlier one is shown, and a person settles them", async () => {
    const [one, two] = [await openPodium(), await openPodium()];
    await one.checkIn("ana");
    await two.clock.advance(60_000);
    await one.enter(lines("7", "A12"));
    await two.enter(lines("A12", "7"));
    let merged = await merge(one, entriesOf(two));
    const seen = await merged.segment();
    expect(readOut(seen)).toEqual(["1. 7", "2. A12"]);
    expect(seen.rivals.map((rival) => readOut(rival))).toEqual([["1. A12", "2. 7"]]);
    expect(seen.rivals[0]?.slots[1]?.warnings).toEqual([]);
    expect(await merged.value("journal.verify", {})).toMatchObject({
      brokenAt: [],
      differences: 0,
    });

    const onlyShown = await merged.enter(lines("007"));
    expect(onlyShown.rivals).toHaveLength(1);
    const shown = await merged.segment();
    const all = [shown.revision ?? "", ...shown.rivals.map(({ revision }) => revision)];
    const settled = await merged.enter(shown.slots.map(asTyped), { follows: all });
    expect(settled.rivals).toEqual([]);
    merged = await merge(merged, entriesOf(two));
    expect(await merged.segment()).toEqual(settled);
  });

  test("J4 lines that both typed at once stand under one key, and another key still fits between them", async () => {
    const [one, two] = [await openPodium(), await openPodium()];
    await finishDesk(one).type("7", "8");
    await finishDesk(two).type("A12", "12");
    const log = finishDesk(await merge(one, entriesOf(two)));
    const before = await log.rows();
    expect(before.toSorted()).toEqual(["- 12", "- 7", "- 8", "- A12"]);
    for (const at of [3, 1]) {
      const target = (await log.page(0)).rows[at]?.line?.id ?? "";
      await log.do("bib", { id: newItemId(), bib: `x${at}`, before: target });
    }
    const expected = before.toSpliced(3, 0, "- x3").toSpliced(1, 0, "- x1");
    expect(await log.rows()).toEqual(expected);
    for (let left = 2; left > 0; left -= 1) await log.do("undo", {});
    expect(await log.rows()).toEqual(before);
  });

  test("J4 J7 moments that no calendar has are kept, as presses without a time, and every export is whole", async () => {
    const [one, two] = [await openPodium(), await openPodium()];
    await finishDesk(two).press(1_000, 2_000);
    await finishDesk(two).type("7");
    await two.enter(lines("7"));
    await two.announce();
    const beyond = 8_640_000_000_000_001;
    const entries = rewritten(entriesOf(two), ({ payload, ...entry }) => {
      const isFirst = entry.kind === "finish.put" && payload?.["atMs"] === 1_000;
      return { ...entry, payload: isFirst ? { ...payload, atMs: beyond } : payload };
    });
    const merged = await merge(one, entries);
    expect(await finishDesk(merged).rows()).toEqual(["? 7", "2000 -"]);
    for (const [what, rows] of [
      ["finish-log", 2],
      ["podium", 1],
      ["journal", entriesOf(merged).length],
    ] as const) {
      const order = { commandId: newCommandId(), eventId, what, format: "csv" } as const;
      expect(await merged.value("export.make", order), what).toMatchObject({ rows });
    }
  });

  test("W2 P4 whoever was placed under two ids is one winner once the other computer knows that they are one", async () => {
    const desk = await openPodium();
    await desk.value("outbox.pause", { commandId: newCommandId() });
    const form = { eventRunId: runId, email: "nova@example.org", registrationType: "free" };
    const saved = { commandId: newCommandId(), eventId, form, bib: "900", checkIn: true };
    const { runner, outboxId } = await desk.value("walkUp.save", saved);
    await desk.save("sex:F");
    const groups = [["overall", "sex:F"]];
    await desk.value("group.save", { commandId: newCommandId(), eventId, runId, groups });
    await desk.enter(lines("7", "900"));
    await desk.enter(lines("7"), { segmentId: "sex:F" });
    const before = await desk.segment();
    expect(before.slots[1]?.warnings).toEqual([]);

    await desk.core.close();
    inDatabase(desk, ({ db, stores }) =>
      db.transaction(() => {
        const adopted = stores.journal.append({
          kind: "walk-up.adopted",
          payload: { outboxId, registrationId: "ana", by: "person" },
          eventId,
          subject: runner.id,
          ...author,
        });
        stores.runners.refreshFor([adopted]);
      }),
    );
    const again = podiumDesk(await desk.reopen(), desk.partner);
    const { slots } = await again.segment();
    expect(slots.map(({ runnerId }) => runnerId)).toEqual([runner.id, runner.id]);
    const kindsOf = slots.map(({ warnings }) => warnings.map(({ kind }) => kind));
    for (const kinds of kindsOf) {
      expect(kinds).toContain("twice-in-segment");
      expect(kinds).toContain("also-in-group");
    }
  });

  test("P5 J4 a rival is an open warning: nobody announces past one they did not see, and the announcement keeps how many there were", async () => {
    const [one, two] = [await openPodium(), await openPodium()];
    await one.checkIn("ana");
    await two.clock.advance(60_000);
    await one.enter(lines("7"));
    await two.enter(lines("A12"));
    const seenAlone = await one.segment();
    expect(seenAlone).toMatchObject({ openWarnings: 0, slots: [{ bib: "7" }] });
    const merged = await merge(one, entriesOf(two));
    expect(await merged.segment()).toMatchObject({ openWarnings: 1, slots: [{ bib: "7" }] });
    const place = { commandId: newCommandId(), eventId, runId, segmentId: "overall" };
    expect(await merged.call("podium.announce", { ...place, ...seenOf(seenAlone) })).toMatchObject({
      error: { code: "changed-meanwhile" },
    });
    expect(await merged.announce()).toMatchObject({
      state: "announced",
      announced: { openWarnings: 1 },
    });
  });

  test("J4 an announcement and a rival that came after it are both on screen", async () => {
    const [one, two] = [await openPodium(), await openPodium()];
    await two.clock.advance(60_000);
    await one.enter(lines("7"));
    await one.announce();
    await two.enter(lines("A12"));
    const merged = await merge(one, entriesOf(two));
    expect(await merged.segment()).toMatchObject({
      state: "announced",
      slots: [{ bib: "7" }],
      rivals: [{ slots: [{ bib: "A12" }] }],
    });
  });

  test("J4 J5 journals merged in any order, any number of times, come to the same podium and finish log", async () => {
    const [one, two] = [await openPodium(), await openPodium()];
    await two.clock.advance(60_000);
    await one.enter(lines("7"));
    await two.enter(lines("A12"));
    await one.announce();
    await two.undo();
    for (const [at, desk] of [one, two].entries()) {
      const stamps = [0, 1].map((stamp) => ({ id: `stamp-${at}-${stamp}`, atMs: 1_000 + stamp }));
      await desk.value("finish.stamp", { commandId: newCommandId(), eventId, stamps });
      await desk.value("finish.undo", { commandId: newCommandId(), eventId });
      const bib = { id: `line-${at}-00`, bib: "7", before: null };
      await desk.value("finish.bib", { commandId: newCommandId(), eventId, ...bib });
      const gun = { runId, atMs: at };
      await desk.value("gun.set", { commandId: newCommandId(), eventId, ...gun });
    }
    const entries = [...entriesOf(one), ...entriesOf(two)];
    const stateOf = (batches: readonly (readonly JournalEntry[])[]): unknown => {
      const { db, stores } = openTestDatabase();
      const mergeBatches = (): number =>
        batches.reduce((count, batch) => {
          const { added } = db.transaction(() => {
            const outcome = stores.journal.merge(batch);
            stores.runners.refreshFor(outcome.added);
            return outcome;
          });
          return count + added.length;
        }, 0);
      // An entry that arrived before its predecessor is taken in a later round (J11).
      while (mergeBatches() > 0);
      const list = (name: "stamps" | "bibs") =>
        stores.finish.page(eventId, name, { from: 0, limit: 100 });
      const state = {
        podium: stores.podium.get(eventId, runId, "overall"),
        stamps: list("stamps"),
        bibs: list("bibs"),
        guns: stores.finish.guns(eventId),
      };
      db.close();
      return state;
    };
    const expected = stateOf([entries]);
    expect(expected).toMatchObject({
      podium: { state: { heads: [{}, {}] } },
      stamps: [{ id: "stamp-0-0" }, { id: "stamp-1-0" }],
      bibs: [{}, {}],
      guns: [{ atMs: 1 }],
    });
    fc.assert(
      fc.property(
        fc.shuffledSubarray(entries, { minLength: entries.length }),
        fc.array(fc.nat(entries.length), { maxLength: 4 }),
        fc.shuffledSubarray(entries),
        (shuffled, cuts, repeated) => {
          const ends = [...cuts.toSorted((a, b) => a - b), entries.length];
          const batches = ends.map((end, at) => shuffled.slice(ends[at - 1] ?? 0, end));
          expect(stateOf([...batches, repeated])).toEqual(expected);
        },
      ),
      { numRuns: 25 },
    );
  });
});

const asTyped = ({ bib, runnerId, tie, time }: PodiumSlot) => ({ bib, runnerId, tie, time });
type PodiumSlot = Awaited<ReturnType<PodiumDesk["segment"]>>["slots"][number];
