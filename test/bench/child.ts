import { benches, type BenchName } from "./benches.ts";
import type { Race } from "./race.ts";

const name = process.argv[2] as BenchName;

process.once("message", (race) => {
  void benches[name]()
    .then((bench) => bench(race as Race))
    .then(
      (measures) => process.send?.(measures, () => process.exit(0)),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? (error.stack ?? "") : String(error)}\n`);
        process.exit(1);
      },
    );
});
