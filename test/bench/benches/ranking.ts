import { placesByTime } from "#shared/domain/podium/ranking.ts";
import { quantile, timedSync, type Measure } from "../measure.ts";
import type { Bench } from "../race.ts";

const results = 100_000;
const rounds = 30;
const warmUps = 5;

/** Places a race's worth of times (P1), in turns with the least that must be done for it: sorting them. */
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

/** Hundredths between half an hour and six, many of them shared, in no order; always the same. */
function finishTimes(): number[] {
  let state = 1;
  return Array.from({ length: results }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 180_000 + (state % 1_980_000);
  });
}
