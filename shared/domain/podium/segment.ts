import { compareText } from "#shared/domain/basics/compare-text.ts";

/** The clock that decides the places of a segment (P2): it starts at the start signal, or when the runner crosses the start line. */
export type SegmentClock = "gun" | "chip";

/** The parsed id of an award segment (P3). An id of another form is `unknown` and stays unchanged. */
export type SegmentForm =
  | { readonly kind: "overall" }
  | { readonly kind: "sex"; readonly sex: string }
  | {
      readonly kind: "sex-age";
      readonly sex: string;
      readonly fromAge: number;
      readonly toAge: number;
    }
  | { readonly kind: "special"; readonly name: string }
  | { readonly kind: "unknown"; readonly id: string };

/** The maximum length of an id of any form, in characters. */
export const longestSegmentId = 300;

const sexForm = /^sex:([^~]+)$/;
const sexAgeForm = /^sex:([^~]+)~age:(0|[1-9]\d{0,2})-(0|[1-9]\d{0,2})$/;
const specialForm = /^special:([^]+)$/;

/** `segmentIdOf` of the result is exactly the id. */
export function readSegmentId(id: string): SegmentForm {
  if (id === "overall") return { kind: "overall" };
  const [, sex] = sexForm.exec(id) ?? [];
  if (sex !== undefined) return { kind: "sex", sex };
  const [, bandSex, from, to] = sexAgeForm.exec(id) ?? [];
  if (bandSex !== undefined && Number(from) <= Number(to)) {
    return { kind: "sex-age", sex: bandSex, fromAge: Number(from), toAge: Number(to) };
  }
  const [, name] = specialForm.exec(id) ?? [];
  return name === undefined ? { kind: "unknown", id } : { kind: "special", name };
}

export function segmentIdOf(form: SegmentForm): string {
  switch (form.kind) {
    case "overall":
      return "overall";
    case "sex":
      return `sex:${form.sex}`;
    case "sex-age":
      return `sex:${form.sex}~age:${form.fromAge}-${form.toAge}`;
    case "special":
      return `special:${form.name}`;
    case "unknown":
      return form.id;
  }
}

/**
 * The usual clock of a segment until the crew declares another one: gun time for overall places, chip time for age groups and
 * special prizes.
 */
export function defaultClockOf(segmentId: string): SegmentClock {
  const { kind } = readSegmentId(segmentId);
  return kind === "sex-age" || kind === "special" ? "chip" : "gun";
}

const kindOrder: Readonly<Record<SegmentForm["kind"], number>> = {
  overall: 0,
  sex: 1,
  "sex-age": 2,
  special: 3,
  unknown: 4,
};

/** The order of a ceremony: overall, sexes, age bands of each sex from the youngest, special prizes, other segments. */
export function compareSegmentIds(one: string, other: string): number {
  const [form, otherForm] = [readSegmentId(one), readSegmentId(other)];
  return (
    kindOrder[form.kind] - kindOrder[otherForm.kind] ||
    compareBands(form, otherForm) ||
    compareText(one, other)
  );
}

const compareBands = (one: SegmentForm, other: SegmentForm): number =>
  one.kind === "sex-age" && other.kind === "sex-age"
    ? compareText(one.sex, other.sex) || one.fromAge - other.fromAge || one.toAge - other.toAge
    : 0;

export interface AgeBand {
  readonly from: number;
  readonly to: number;
}

/** The template that a crew fills in: each sex gets a segment, and a segment for each age band. */
export interface SegmentTemplate {
  readonly overall: boolean;
  readonly sexes: readonly string[];
  readonly bands: readonly AgeBand[];
  readonly specials: readonly string[];
  /** The number of award places of each segment. */
  readonly depth: number;
  /** The clock of all segments; by default each segment has its usual clock. */
  readonly clock?: SegmentClock;
}

export interface TemplateSegment {
  readonly segmentId: string;
  /** The form of the segment, from which the caller makes a label in its language. */
  readonly form: SegmentForm;
  readonly depth: number;
  readonly clock: SegmentClock;
}

/** The segments of a template, each once, in the order of a ceremony. A blank name gives no segment. */
export function segmentsFromTemplate(template: SegmentTemplate): TemplateSegment[] {
  const sexes = named(template.sexes);
  const forms: SegmentForm[] = [
    ...(template.overall ? [{ kind: "overall" } as const] : []),
    ...sexes.map((sex) => ({ kind: "sex", sex }) as const),
    ...sexes.flatMap((sex) =>
      template.bands.map(
        ({ from, to }) => ({ kind: "sex-age", sex, fromAge: from, toAge: to }) as const,
      ),
    ),
    ...named(template.specials).map((name) => ({ kind: "special", name }) as const),
  ];
  const ids = new Set(forms.map(segmentIdOf));
  return [...ids].toSorted(compareSegmentIds).map((segmentId) => ({
    segmentId,
    form: readSegmentId(segmentId),
    depth: template.depth,
    clock: template.clock ?? defaultClockOf(segmentId),
  }));
}

const named = (names: readonly string[]): string[] =>
  names.map((name) => name.trim()).filter((name) => name !== "");

/** The journal subject of one segment of one run. */
export const segmentSubject = (runId: string, segmentId: string): string =>
  `segment:${JSON.stringify([runId, segmentId])}`;

/** The journal subject of a run's no-double-dip groups (P4). */
export const groupsSubject = (runId: string): string => `groups:${runId}`;
