import type { RegistrationDocument, RunAwardsDocument, SegmentDocument } from "../documents.ts";
import { withoutUndefined } from "#shared/domain/basics/tidy.ts";
import { mix } from "./prng.ts";

/** A finisher with sex and age, which decide the segments; the API does not send them with a registration. */
interface Finisher {
  readonly row: RegistrationDocument;
  readonly seconds: number;
  readonly sex: "female" | "male";
  readonly age: number;
}

/**
 * Podiums of a run. Times have hundredths of a second; the second and third of every run tie. From version 2 on, the
 * winner of the previous version is disqualified, so every podium changes.
 */
export function placeFinishers(
  rows: readonly RegistrationDocument[],
  awards: RunAwardsDocument,
  version: number,
): SegmentDocument[] {
  const finishers = rows
    .filter((row) => row.registrationStatus === "confirmed")
    .map(finisherOf)
    .toSorted((a, b) => a.seconds - b.seconds)
    .map((finisher, index, all) =>
      index === 2 ? { ...finisher, seconds: all[1]?.seconds ?? finisher.seconds } : finisher,
    )
    .slice(version - 1);
  return awards.segments.map(({ segmentId, label, depth }) => ({
    segmentId,
    label,
    podium: podiumOf(
      finishers.filter((finisher) => belongsTo(segmentId, finisher)),
      depth,
    ),
  }));
}

function finisherOf(row: RegistrationDocument): Finisher {
  const number = Number.parseInt(row._id.slice(16), 16);
  return {
    row,
    seconds: (410_000 + (mix(number, 1) % 500_000)) / 100,
    sex: mix(number, 2) % 2 === 0 ? "female" : "male",
    age: 14 + (mix(number, 3) % 60),
  };
}

function belongsTo(segmentId: string, { sex, age, row }: Finisher): boolean {
  const group = /^sex:(\w+)(?:~age:(\d+)-(\d+))?$/.exec(segmentId);
  if (group !== null) {
    const [, wanted, from = "0", to = "200"] = group;
    return sex === wanted && age >= Number(from) && age <= Number(to);
  }
  return segmentId === "overall" || mix(Number.parseInt(row._id.slice(16), 16), 4) % 5 === 0;
}

/** Finishers who tie share a place, and the next place counts all of them; a tie at the last place is kept whole. */
function podiumOf(finishers: readonly Finisher[], depth: number): SegmentDocument["podium"] {
  const podium: SegmentDocument["podium"] = [];
  let place = 0;
  let previous: number | undefined;
  for (const [index, { row, seconds }] of finishers.entries()) {
    if (seconds !== previous) place = index + 1;
    if (place > depth) break;
    previous = seconds;
    podium.push(
      withoutUndefined({
        place,
        participantId: row._id,
        bib: row.bibIdentifier || undefined,
        name: row.name || undefined,
        placingTime: seconds,
      }),
    );
  }
  return podium;
}
