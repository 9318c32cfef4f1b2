import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type {
  GroupSegment,
  JudgeContext,
  JudgedRunner,
  JudgedSlot,
} from "#shared/domain/podium/judge-slots.ts";
import { judgeSlots } from "#shared/domain/podium/judge-slots.ts";
import { placesOf } from "#shared/domain/podium/podium.ts";

const context: JudgeContext = { runId: "run", distanceMeters: 10_000, depth: 3, group: [] };

/** A line of a runner who is checked in, confirmed, and has the typed bib. */
function line(
  bib: string,
  more: Partial<JudgedSlot> = {},
  runner: Partial<JudgedRunner> | null = {},
): JudgedSlot {
  return {
    bib,
    runnerId: runner === null ? null : (runner.runnerId ?? `r${bib}`),
    tie: false,
    time: null,
    holders: [],
    ...more,
    runner:
      runner === null
        ? null
        : {
            runnerId: `r${bib}`,
            runId: "run",
            runLabel: "10 km",
            teamId: null,
            bib,
            bibChanged: false,
            standing: "confirmed",
            status: "confirmed",
            checkedIn: true,
            takenBack: false,
            gone: false,
            ...runner,
          },
  };
}

const judge = (slots: readonly JudgedSlot[], more: Partial<JudgeContext> = {}) =>
  judgeSlots(slots, { ...context, ...more });

describe("the person", () => {
  test("P4 a runner who is here, confirmed and in this run warns of nothing", () => {
    expect(judge([line("7"), line("8", { tie: true }), line("a12", {}, { bib: "A12" })])).toEqual([
      [],
      [],
      [],
    ]);
    expect(judge([])).toEqual([]);
  });

  test("P4 not here, cancelled, taken back, gone, of another run, with another bib: each is said", () => {
    const warnings = judge([
      line("1", {}, { checkedIn: false }),
      line("2", {}, { standing: "refunded", status: "refunded" }),
      line("3", {}, { standing: "other", status: "on_hold" }),
      line("4", {}, { takenBack: true }),
      line("5", {}, { gone: true }),
      line("6", {}, { runId: "marathon", runLabel: "Marathon" }),
      line("7", {}, { bib: "70" }),
      line("8", {}, { bib: null }),
      line("9", {}, { bibChanged: true }),
    ]);
    expect(warnings).toEqual([
      [{ kind: "not-checked-in" }],
      [{ kind: "not-confirmed", status: "refunded" }],
      [{ kind: "not-confirmed", status: "on_hold" }],
      [{ kind: "taken-back" }],
      [{ kind: "gone-upstream" }],
      [{ kind: "other-run", runLabel: "Marathon" }],
      [{ kind: "bib-swapped", bib: "70" }],
      [{ kind: "bib-swapped", bib: null }],
      [{ kind: "bib-swapped", bib: "9" }],
    ]);
  });

  test("P4 a line that names its runner without a bib says nothing about bibs", () => {
    const nameless = { runnerId: "ana" };
    expect(judge([line("", {}, { ...nameless, bib: null })])).toEqual([[]]);
    expect(judge([line("", {}, { ...nameless, bib: "7" })])).toEqual([[]]);
  });

  test("P4 a bib of nobody is unknown, a bib of several is theirs to choose from", () => {
    const holders = [
      { name: "Ana", runLabel: "10 km" },
      { name: null, runLabel: "5 km" },
    ];
    expect(judge([line("7", {}, null), line("8", { holders }, null)])).toEqual([
      [{ kind: "unknown-bib" }],
      [{ kind: "ambiguous-bib", holders }],
    ]);
  });

  test("P4 the same runner twice is said at both lines, also under two bibs, and of a team", () => {
    const [first, , third] = judge([
      line("7"),
      line("8"),
      line("70", {}, { runnerId: "r7", bib: "70" }),
    ]);
    expect(first).toEqual([{ kind: "twice-in-segment", place: 3 }]);
    expect(third).toEqual([{ kind: "twice-in-segment", place: 1 }]);
    const team = judge([line("7", {}, { teamId: "t" }), line("8", {}, { teamId: "t" })]);
    expect(team.flat().map(({ kind }) => kind)).toEqual(["twice-in-segment", "twice-in-segment"]);
    expect(judge([line("x", {}, null), line("X", {}, null)]).flat()).toContainEqual({
      kind: "twice-in-segment",
      place: 1,
    });
  });
});

test("P4 another segment or the finish log that contradicts a line is said at this line", () => {
  const lines = [line("7", { name: "Ana" }), line("8", { time: "40:00" }), line("9")];
  const men = [3, 1, null].map((rank) => (rank === null ? null : { rank, hundredths: null }));
  const log = [1, 2, 3].map((rank) => ({ rank, hundredths: 239_900 + rank }));
  expect(
    judge(lines, {
      others: [
        { segmentLabel: "Men", claims: men },
        { segmentLabel: null, claims: log },
      ],
    }),
  ).toEqual([
    [],
    [
      { kind: "order-differs", segmentLabel: "Men", there: "ahead", bib: "7", name: "Ana" },
      { kind: "time-differs", segmentLabel: null, hundredths: 239_902 },
    ],
    [],
  ]);
});

describe("no-double-dip groups", () => {
  const overall: GroupSegment = {
    segmentId: "overall",
    segmentLabel: "Overall",
    depth: 2,
    slots: [
      { bib: "1", runnerId: "r1", teamId: null, tie: false },
      { bib: "2", runnerId: "r2", teamId: null, tie: false },
      { bib: "3", runnerId: "r3", teamId: null, tie: true },
      { bib: "4", runnerId: "r4", teamId: null, tie: false },
      { bib: "99", runnerId: null, teamId: null, tie: false },
    ],
  };

  test("P4 who has an award in another segment of the group is told where", () => {
    const warnings = judge([line("4"), line("3"), line("1")], { group: [overall] });
    expect(warnings).toEqual([
      [],
      [{ kind: "also-in-group", segmentId: "overall", segmentLabel: "Overall", place: 2 }],
      [{ kind: "also-in-group", segmentId: "overall", segmentLabel: "Overall", place: 1 }],
    ]);
  });

  test("P4 a place that brings no award on either side takes none from anybody", () => {
    expect(judge([line("5"), line("1")], { group: [overall], depth: 1 })).toEqual([[], []]);
    expect(judge([line("4")], { group: [{ ...overall, depth: null }] }).flat()).toHaveLength(1);
  });

  test("P4 who is twice in the other segment is told every award there, and no place beyond the depth", () => {
    const twice = { ...overall, slots: [...overall.slots, ...overall.slots.slice(0, 1)] };
    const also = { kind: "also-in-group", segmentId: "overall", segmentLabel: "Overall" };
    expect(judge([line("1")], { group: [twice] })).toEqual([[{ ...also, place: 1 }]]);
    expect(judge([line("1")], { group: [{ ...twice, depth: null }] })).toEqual([
      [
        { ...also, place: 1 },
        { ...also, place: 6 },
      ],
    ]);
  });

  test("P4 a team of a relay has its award once, whoever of it is named", () => {
    const relay: GroupSegment = {
      ...overall,
      slots: [{ bib: "1", runnerId: "other", teamId: "t", tie: false }],
    };
    expect(judge([line("1", {}, { teamId: "t" })], { group: [relay] }).flat()).toHaveLength(1);
    expect(judge([line("1", {}, { teamId: "u" })], { group: [relay] }).flat()).toHaveLength(0);
  });
});

describe("times", () => {
  let bibs = 0;
  const at = (time: string | null, tie = false) => line(`bib-${(bibs += 1)}`, { time, tie });

  test("P1 the typed order is the claim: a time that is faster than that of a better place warns", () => {
    const warnings = judge([at("40:00"), at("39:59.99"), at("41:00"), at(null), at("40:30")]);
    expect(warnings).toEqual([
      [],
      [{ kind: "time-contradicts", place: 1 }],
      [],
      [],
      [{ kind: "time-contradicts", place: 3 }],
    ]);
  });

  test("P1 a time that equals that of a better place does not warn", () => {
    expect(judge([at("40:00"), at("40:00.00"), at("40:00")]).flat()).toEqual([]);
  });

  test("P1 a tie with different times warns on all sides, one with equal times on none", () => {
    const apart = judge([at("40:00"), at("40:00.01", true)]);
    expect(apart).toEqual([
      [{ kind: "time-contradicts", place: 1 }],
      [{ kind: "time-contradicts", place: 1 }],
    ]);
    expect(judge([at("40:00"), at("40:00.00", true), at(null, true)]).flat()).toEqual([]);
  });

  test("P2 equal as shown is not equal: hundredths decide", () => {
    expect(judge([at("40:00.5"), at("40:00.49")])[1]).toEqual([
      { kind: "time-contradicts", place: 1 },
    ]);
    expect(judge([at("40:00.49"), at("40:00.5")]).flat()).toEqual([]);
  });

  test("P1 a time that nobody runs over this distance warns; text that is no time does not", () => {
    expect(judge([at("10:00"), at("30:00:00"), at("noon")])).toEqual([
      [{ kind: "time-unlikely" }],
      [{ kind: "time-unlikely" }],
      [],
    ]);
    expect(judge([at("10:00")], { distanceMeters: 0 })).toEqual([[]]);
  });

  test("P1 times that rise with the places never contradict, whatever ties and gaps there are", () => {
    const sheet = fc.array(fc.record({ step: fc.nat(3), timed: fc.boolean() }), { maxLength: 40 });
    fc.assert(
      fc.property(sheet, (steps) => {
        let hundredths = 240_000;
        const slots = steps.map(({ step, timed }) => {
          hundredths += step;
          return at(timed ? String(hundredths / 100) : null, step === 0);
        });
        expect(judge(slots).flat()).toEqual([]);
        expect(placesOf(slots)).toHaveLength(slots.length);
      }),
    );
  });
});
