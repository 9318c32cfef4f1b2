import type { AgeBand, SegmentTemplate } from "#shared/domain/podium/segment.ts";

export const bandChoices = ["none", "five", "ten", "own"] as const;
export const clockChoices = ["usual", "gun", "chip"] as const;

export const emptyTemplate = {
  overall: true,
  sexes: "female, male",
  bands: "none" as (typeof bandChoices)[number],
  ownBands: "",
  specials: "",
  depth: "3",
  clock: "usual" as (typeof clockChoices)[number],
};

/** The fields of the segment builder's form. */
export type TemplateForm = Readonly<typeof emptyTemplate>;

const firstAdult = 18;
const firstBandEnd = 29;
const lastFrom = 80;
const oldest = 99;

/** Bands of 5 or 10 years after the bands for youth and young adults. */
function bandsOf(years: 5 | 10): AgeBand[] {
  const bands: AgeBand[] = [{ from: 0, to: firstAdult - 1 }];
  if (years === 10) bands.push({ from: firstAdult, to: firstBandEnd });
  else bands.push({ from: firstAdult, to: 24 }, { from: 25, to: firstBandEnd });
  for (let from = firstBandEnd + 1; from < lastFrom; from += years) {
    bands.push({ from, to: from + years - 1 });
  }
  return [...bands, { from: lastFrom, to: oldest }];
}

/** "40-49, 50-59" as bands; null if a part is no band, or ends before its start. */
export function readBands(text: string): AgeBand[] | null {
  const bands: AgeBand[] = [];
  for (const part of splitList(text)) {
    const [, from, to] = /^(\d{1,3})\s*[-–]\s*(\d{1,3})$/.exec(part) ?? [];
    if (from === undefined || to === undefined || Number(from) > Number(to)) return null;
    bands.push({ from: Number(from), to: Number(to) });
  }
  return bands;
}

/** A whole number from 1 to `most`; null for other text. */
export function readCount(text: string, most: number): number | null {
  const value = /^\d{1,5}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return value >= 1 && value <= most ? value : null;
}

const splitList = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");

export const mostPlaces = 1_000;

/** The template of a form; null if a field is unreadable. */
export function readTemplate(form: TemplateForm): SegmentTemplate | null {
  const depth = readCount(form.depth, mostPlaces);
  const bands = chosenBands(form);
  if (depth === null || bands === null) return null;
  return {
    overall: form.overall,
    // A tilde ends the sex in a segment's id.
    sexes: splitList(form.sexes).map((sex) => sex.replaceAll("~", "")),
    bands,
    specials: splitList(form.specials),
    depth,
    ...(form.clock === "usual" ? {} : { clock: form.clock }),
  };
}

function chosenBands({ bands, ownBands }: TemplateForm): AgeBand[] | null {
  switch (bands) {
    case "none":
      return [];
    case "five":
      return bandsOf(5);
    case "ten":
      return bandsOf(10);
    case "own":
      return readBands(ownBands);
  }
}
