import { beforeEach, expect, test } from "vitest";
import { usePodium, workOf } from "#renderer/features/podium/podium-store.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { answered, men, openDesk, runId } from "#test/support/sheet-editor.ts";
import { madeSegment, podiumBook } from "#test/support/screens/podium-book.ts";

beforeEach(() => usePodium.setState(usePodium.getInitialState(), true));

/** The sheet that another window saved after `men`. */
const savedElsewhere = (bibs: readonly string[]): PodiumSegment =>
  madeSegment({
    id: men.segmentId,
    label: men.label,
    slots: bibs.map((bib) => ({ bib })),
    more: { revision: "rev-theirs" },
  });

/** Types a bib into a place of `men`; another window saves its sheet before Enter. */
async function typeMeanwhile(index: number, theirs: PodiumSegment) {
  const segments = [men];
  const desk = openDesk(segments, podiumBook([theirs]));
  desk.editor.open(men.segmentId, index);
  desk.editor.type({ bib: "388" });
  segments[0] = theirs;
  desk.editor.enter();
  await answered();
  const { phase } = workOf(runId, men.segmentId);
  return { phase: phase.kind, bibs: desk.shown(men.segmentId)?.slots.map(({ bib }) => bib) };
}

test.each([
  ["after the last line", 2, ["A7", "31"], ["A7", "31", "388"]],
  ["over a line", 1, ["A7", "31"], ["A7", "388"]],
  ["over a line, with a new line below it", 0, ["12", "31", "A7"], ["388", "31", "A7"]],
])(
  "P5 J4 a line that is typed %s goes into the sheet that another window saved meanwhile in other lines",
  async (_, index, theirs, saved) => {
    expect(await typeMeanwhile(index, savedElsewhere(theirs))).toEqual({
      phase: "resting",
      bibs: saved,
    });
  },
);

test.each([
  ["changed the same line", 1, ["12", "A7"]],
  ["filled the same place", 2, ["12", "31", "A7"]],
  ["removed a line above", 2, ["31"]],
  ["inserted a line above", 1, ["A7", "12", "31"]],
])(
  "P5 J4 a person is asked if another window %s while a line was typed",
  async (_, index, theirs) => {
    expect(await typeMeanwhile(index, savedElsewhere(theirs))).toMatchObject({
      phase: "meanwhile",
    });
  },
);
