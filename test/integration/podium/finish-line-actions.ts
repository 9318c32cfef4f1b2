import fc from "fast-check";
import type { NewEntry } from "#core/db/stores/journal/journal-store.ts";
import { finishSubject, gunSubject } from "#shared/domain/finish-log/finish-log.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { groupsSubject, segmentSubject } from "#shared/domain/podium/segment.ts";
import { author } from "#test/support/database.ts";

const runId = fc.constantFrom("run-1", "run-2");
const segmentId = fc.constantFrom("overall", "sex:F");
const itemId = fc.constantFrom("item-1", "item-2");
const list = fc.constantFrom("stamps" as const, "bibs" as const);
const eventId = fc.constantFrom("e", "other");

/**
 * Everything that can happen at a finish line, in any order. `back` says how many entries before this one the entry was
 * written that this one follows, announces or voids.
 */
export const finishLineAction = fc.oneof(
  fc.record({ do: fc.constant("save" as const), eventId, runId, segmentId }),
  fc.record({ do: fc.constant("remove" as const), eventId, runId, segmentId }),
  fc.record({ do: fc.constant("groups" as const), eventId, runId, groups: fc.boolean() }),
  fc.record({
    do: fc.constant("enter" as const),
    eventId,
    runId,
    segmentId,
    bib: fc.constantFrom("7", "8", ""),
    back: fc.nat(6),
  }),
  fc.record({ do: fc.constant("announce" as const), eventId, runId, segmentId, back: fc.nat(6) }),
  fc.record({
    do: fc.constant("put" as const),
    eventId,
    list,
    itemId,
    at: fc.constantFrom("1", "2"),
  }),
  fc.record({ do: fc.constant("take-out" as const), eventId, list, itemId }),
  fc.record({ do: fc.constant("void" as const), back: fc.nat(6) }),
  fc.record({ do: fc.constant("gun" as const), eventId, runId, atMs: fc.constantFrom(1, 2, null) }),
);
export type FinishLineAction =
  typeof finishLineAction extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * The entry that the action writes; null if there is nothing to void. `written` has the entries before it, oldest
 * first.
 */
export function entryOfAction(
  one: FinishLineAction,
  written: readonly JournalEntry[],
): NewEntry | null {
  const ago = (back: number): JournalEntry | undefined => written.at(-1 - back);
  const idOf = (back: number): string => {
    const entry = ago(back);
    return entry === undefined ? "nobody.wrote.1" : entryIdOf(entry);
  };
  if (one.do === "void") {
    const voided = ago(one.back);
    if (voided === undefined) return null;
    const { eventId: about, subject } = voided;
    const undoes = entryIdOf(voided);
    return { ...author, kind: "finish.undone", payload: { undoes }, eventId: about, subject };
  }
  const base = { ...author, eventId: one.eventId };
  switch (one.do) {
    case "save":
    case "remove":
    case "enter":
    case "announce": {
      const place = { runId: one.runId, segmentId: one.segmentId };
      const about = { ...base, subject: segmentSubject(one.runId, one.segmentId) };
      if (one.do === "remove") return { ...about, kind: "segment.removed", payload: place };
      if (one.do === "save") {
        const declared = { label: "L", depth: 3, clock: "gun" };
        return { ...about, kind: "segment.saved", payload: { ...place, ...declared } };
      }
      if (one.do === "announce") {
        const payload = {
          ...place,
          sheet: idOf(one.back),
          openWarnings: 0,
          depth: 3,
          clock: "gun",
        };
        return { ...about, kind: "podium.announced", payload };
      }
      const slot = { bib: one.bib, runnerId: null, tie: false, time: null };
      const slots = one.bib === "" ? [] : [slot];
      const payload = { ...place, slots, follows: [idOf(one.back)], source: "typed" };
      return { ...about, kind: "podium.entered", payload };
    }
    case "groups": {
      const groups = one.groups ? [["overall", "sex:F"]] : [];
      const subject = groupsSubject(one.runId);
      return { ...base, kind: "group.saved", payload: { runId: one.runId, groups }, subject };
    }
    case "put":
    case "take-out": {
      const { list: name, itemId: id } = one;
      const subject = finishSubject(name, id);
      if (one.do === "take-out") {
        return { ...base, kind: "finish.removed", payload: { list: name, id }, subject };
      }
      const says = name === "stamps" ? { atMs: 1, bib: null } : { atMs: null, bib: "7" };
      const payload = { list: name, id, at: one.at, ...says, action: "bib" };
      return { ...base, kind: "finish.put", payload, subject };
    }
    case "gun": {
      const payload = { runId: one.runId, atMs: one.atMs };
      return { ...base, kind: "gun.set", payload, subject: gunSubject(one.runId) };
    }
  }
}
