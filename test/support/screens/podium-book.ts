import type { InputOf, ReplyOf } from "#shared/contract/index.ts";
import type { PodiumSegment, Slot, SlotInput, SlotWarning } from "#shared/contract/podium.ts";
import { readRaceTime } from "#shared/domain/podium/race-time.ts";
import { isAwarded, placesByOrder } from "#shared/domain/podium/ranking.ts";
import { err, ok } from "#shared/result.ts";
import { ago } from "./everyday.ts";
import { finishers, madeSlot, wearersOf } from "./podium-people.ts";
import type { MadeSlot } from "./podium-people.ts";
import type { Answers } from "./scene.ts";

export const mei = { operator: "Mei", desk: "Finish", atMs: ago(7) };

export interface MadeSegment {
  readonly id: string;
  readonly label: string;
  readonly depth?: number | null;
  readonly slots?: readonly MadeSlot[];
  readonly more?: Partial<PodiumSegment>;
}

const placed = (slots: readonly Omit<Slot, "place">[], depth: number | null): Slot[] => {
  const places = placesByOrder(slots.map(({ tie }) => tie));
  return slots.map((slot, index) => {
    const read = slot.time === null ? null : readRaceTime(slot.time);
    const place = places[index] ?? index + 1;
    return {
      ...slot,
      place,
      hundredths: read?.ok === true ? read.value : null,
      beyondDepth: !isAwarded(place, depth),
    };
  });
};

const counted = (segment: PodiumSegment): PodiumSegment => ({
  ...segment,
  toFill: segment.depth === null ? null : Math.max(0, segment.depth - segment.slots.length),
  openWarnings: segment.slots.filter(({ warnings }) => warnings.length > 0).length,
});

export function madeSegment({
  id,
  label,
  depth = 4,
  slots = [],
  more,
}: MadeSegment): PodiumSegment {
  return counted({
    runId: "r-half",
    segmentId: id,
    label,
    clock: id.includes("~") ? "chip" : "gun",
    depth,
    prizes: [],
    source: "organizer",
    state: slots.length === 0 ? "empty" : "draft",
    revision: slots.length === 0 ? null : `rev-${id}`,
    actor: slots.length === 0 ? null : mei,
    changedBy: null,
    slots: placed(slots.map(madeSlot), depth),
    toFill: null,
    openWarnings: 0,
    announced: null,
    rivals: [],
    ...more,
  });
}

export const announce = (segment: PodiumSegment): PodiumSegment => ({
  ...segment,
  state: "announced",
  changedBy: null,
  announced: {
    revision: segment.revision ?? "",
    actor: mei,
    slots: segment.slots,
    openWarnings: segment.openWarnings,
    announcedBy: mei,
    depth: segment.depth,
    clock: segment.clock,
  },
});

const runs = [
  ["r-half", "Half", 21_097, 6, 1],
  ["r-10k", "10K", 10_000, 6, 0],
  ["r-5k", "5K", 5_000, 4, 0],
  ["r-kids", "Kids", 1_000, 2, 0],
] as const;

/** A fake core that keeps what is typed into the podium. */
export function podiumBook(
  segments: readonly PodiumSegment[],
  more: { readonly raw?: string; readonly awards?: "never" | "none" | "unrecognised" } = {},
): Answers {
  const book = new Map(segments.map((segment) => [segment.segmentId, segment]));
  let written = 0;
  const warn = (slot: SlotInput, all: readonly SlotInput[], at: number): SlotWarning[] => {
    const wearers = wearersOf(slot.bib);
    const before = all.findIndex(({ bib }) => bib === slot.bib);
    return [
      ...(wearers.length === 0 ? [{ kind: "unknown-bib" } as const] : []),
      ...(wearers[0] !== undefined && wearers[0].runLabel !== "Half"
        ? [{ kind: "other-run", runLabel: wearers[0].runLabel } as const]
        : []),
      ...(before < at ? [{ kind: "twice-in-segment", place: before + 1 } as const] : []),
    ];
  };
  return {
    "podium.get": ({ runId }: InputOf<"podium.get">) =>
      ok({
        eventName: "Harbour Hills Run",
        timeZone: "Europe/Lisbon",
        runs: runs.map(([id, label, distanceMeters, count, announced], position) => ({
          id,
          label,
          position,
          distanceMeters,
          isRelay: false,
          segments: count,
          announced,
        })),
        runId: runId ?? "r-half",
        segments: [...book.values()],
        groups: [["sex:female", "sex:female~age:40-49"]],
        awards: {
          state: more.awards ?? "read",
          fetchedAtMs: more.awards === "never" ? null : ago(120),
          raw: more.raw ?? null,
        },
      }),
    "podium.find": ({ bib }: InputOf<"podium.find">) =>
      ok({
        holders: [...wearersOf(bib)],
        logged: [],
        lookAlikes: finishers.filter(
          (runner) =>
            runner.bib !== bib && runner.bib?.replace(/^0+/, "") === bib.replace(/^0+/, ""),
        ),
      }),
    "podium.enter": ({ segmentId, slots, follows, reason }: InputOf<"podium.enter">) => {
      const segment = book.get(segmentId);
      if (segment === undefined) return err("not-found", "");
      if (segment.announced !== null && reason === undefined) return err("reason-needed", "");
      if (segment.revision !== null && !follows.includes(segment.revision)) {
        return err("changed-meanwhile", "", { details: { segment } });
      }
      written += 1;
      const next = counted({
        ...segment,
        slots: placed(
          slots.map((slot, at) => ({
            ...madeSlot({ bib: slot.bib, tie: slot.tie, warnings: warn(slot, slots, at) }),
            time: slot.time,
          })),
          segment.depth,
        ),
        state: segment.announced === null ? (slots.length === 0 ? "empty" : "draft") : "changed",
        revision: `rev-${written}`,
        actor: { ...mei, atMs: Date.now() },
        changedBy: segment.announced === null ? null : { ...mei, atMs: Date.now() },
        rivals: [],
      });
      book.set(segmentId, next);
      return ok(next);
    },
    "podium.announce": ({ segmentId }: InputOf<"podium.announce">) => {
      const segment = book.get(segmentId);
      if (segment === undefined) return err("not-found", "");
      const next = announce(segment);
      book.set(segmentId, next);
      return ok(next);
    },
    "podium.undo": () => err("nothing-to-undo", ""),
    "podium.history": () =>
      ok({
        lines: [
          {
            entryId: "1",
            kind: "entered",
            actor: mei,
            reason: null,
            slots: [{ place: 1, bib: "12", name: "Tesfaye Wolde-Gabriel" }],
            openWarnings: null,
            declared: null,
          },
          {
            entryId: "2",
            kind: "announced",
            actor: mei,
            reason: null,
            slots: [
              { place: 1, bib: "12", name: "Tesfaye Wolde-Gabriel" },
              { place: 2, bib: "31", name: "Björn Þorvaldsson" },
            ],
            openWarnings: 1,
            declared: null,
          },
          {
            entryId: "3",
            kind: "changed-after-announcement",
            actor: { ...mei, operator: "Jonas", desk: "Desk 2" },
            reason: "The judge moved 31 behind A7",
            slots: [{ place: 1, bib: "12", name: "Tesfaye Wolde-Gabriel" }],
            openWarnings: null,
            declared: null,
          },
          {
            entryId: "4",
            kind: "changed-after-announcement",
            actor: { ...mei, operator: "Jonas", desk: "Desk 2" },
            reason: null,
            slots: [],
            openWarnings: null,
            declared: { depth: 3, clock: "chip" },
          },
        ],
      }),
    "group.save": ({ groups }: InputOf<"group.save">) => ok({ groups }),
    "segment.save": (): ReplyOf<"segment.save"> => ok({ segments: [...book.values()] }),
  };
}
