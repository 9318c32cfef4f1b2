import { readSegmentId } from "#shared/domain/podium/segment.ts";
import type { ExportRow } from "./export-row.ts";

interface Person {
  readonly row: ExportRow;
  place: ExportRow[string];
  time: ExportRow[string];
  clock: ExportRow[string];
  sex: string | null;
  category: ExportRow[string];
}

/**
 * Converts the podium to results for other timing programs: each person or relay team once per run, ordered by overall
 * place. Somebody without an overall place has an empty place. Sex and category come from the segments of a sex and of
 * an age group. Only current sheets count.
 */
export function* oneRowPerPerson(rows: Iterable<ExportRow>): Generator<ExportRow> {
  const people = new Map<string, Person>();
  for (const row of rows) {
    if (row["sheet"] !== "current") continue;
    const key = personKey(row);
    const known = people.get(key);
    const person = known ?? {
      row,
      place: null,
      time: null,
      clock: null,
      sex: null,
      category: null,
    };
    if (known === undefined) people.set(key, person);
    add(person, row);
  }
  const runs = Map.groupBy(people.values(), ({ row }) => row["runId"]);
  for (const ofRun of runs.values()) {
    for (const { row, ...rest } of ofRun.toSorted(compare)) yield { ...row, ...rest };
  }
}

/** A relay team counts as one person; an unknown runner is identified by the bib. */
function personKey(row: ExportRow): string {
  const team = row["team"] ?? null;
  const runner = team === null ? (row["runnerId"] ?? null) : null;
  const bib = team === null && runner === null ? (row["bib"] ?? null) : null;
  return JSON.stringify([row["runId"], team, runner, bib]);
}

function add(person: Person, row: ExportRow): void {
  const form = readSegmentId(String(row["segmentId"]));
  const time = row["time"] ?? null;
  if (form.kind === "overall") {
    person.place = row["place"] ?? null;
    if (time !== null) setTime(person, row);
  }
  if (person.time === null && time !== null) setTime(person, row);
  if (form.kind === "sex" || form.kind === "sex-age") {
    person.sex = form.sex;
    if (form.kind === "sex-age" || person.category === null)
      person.category = row["segment"] ?? null;
  }
}

function setTime(person: Person, row: ExportRow): void {
  person.time = row["time"] ?? null;
  person.clock = row["clock"] ?? null;
}

const compare = (one: Person, other: Person): number => placeOf(one) - placeOf(other);

const placeOf = ({ place }: Person): number =>
  typeof place === "number" ? place : Number.MAX_SAFE_INTEGER;
