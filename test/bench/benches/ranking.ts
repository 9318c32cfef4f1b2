import { placesByTime } from "#test/support/places-by-time.ts";
import { seededNumbers } from "#test/support/seeded-numbers.ts";
import { quantile, timedSync, type Measure } from "../measure.ts";
import type { Bench } from "../race.ts";

const results = 100_000;
const rounds = 30;
const warmUps = 5;

/** Ranks 100,000 times (P1), compared with sorting them only. */
export const ranking: Bench = async () => {
  const times = finishTimes();
  const ours: number[] = [];
  const sorted: number[] = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const placed = timedSync(() => placesByTime(times));
    const plain = timedSync(() => times.toSorted((one, other) => one - other));
    if (placed.value.length !== plain.value.length) throw new Error("Somebody has no place");
    if (round < warmUps) continue;
    ours.push(placed.ms);
    sorted.push(plain.ms);
  }
  const measure: Measure = {
    bench: "ranking",
    what: `${results.toLocaleString("en")} results placed, p95`,
    value: quantile(ours, 0.95),
    unit: "ms",
    against: { name: "sorting the times p95", value: quantile(sorted, 0.95) },
    limit: { value: 100 },
    note: `p50 ${quantile(ours, 0.5).toFixed(1)} against ${quantile(sorted, 0.5).toFixed(1)}`,
  };
  return [measure];
};

/** Hundredths between half an hour and six hours; many times are equal. The seed is fixed. */
function finishTimes(): number[] {
  const random = seededNumbers(1);
  return Array.from({ length: results }, () => 180_000 + Math.floor(random() * 1_980_000));
}
