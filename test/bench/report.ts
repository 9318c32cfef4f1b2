import { arch, cpus, platform, release, totalmem } from "node:os";
import { isWithin, ratioOf, type Measure } from "./measure.ts";

export interface Machine {
  readonly system: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
}

export const describeMachine = (): Machine => ({
  system: `${platform()} ${release()} ${arch()}`,
  cpu: cpus()[0]?.model.trim() ?? "unknown",
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
});

/** Prints the table for people. */
export function printTable(rows: number, machine: Machine, measures: readonly Measure[]): string {
  const head = ["", "measured", "at most", "against", "ratio", "", ""];
  const lines = measures.map((measure) => {
    const { what, limit, against, note, bench } = measure;
    const ratio = ratioOf(measure);
    const within = isWithin(measure);
    const limits = [
      ...(limit?.value === undefined ? [] : [amount(limit.value, measure)]),
      ...(limit?.ratio === undefined ? [] : [`${limit.ratio} ×`]),
    ];
    return [
      `${bench}: ${what}`,
      amount(measure.value, measure),
      limits.join(", "),
      against === undefined ? "" : `${amount(against.value, measure)} ${against.name}`,
      ratio === null ? "" : `${ratio.toFixed(2)} ×`,
      within === null ? "" : within ? "ok" : "OVER",
      note ?? "",
    ];
  });
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const print = (line: readonly string[]): string =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  const { system, cpu, cores, memoryGb, node } = machine;
  return [
    "",
    `${rows.toLocaleString("en")} registrations in one event. ${cpu}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}.`,
    "",
    print(head),
    ...lines.map(print),
    "",
  ].join("\n");
}

function amount(value: number, { unit }: Measure): string {
  const digits = unit === "rows" || unit === "pages" || unit === "kB" || unit === "MB" ? 0 : 2;
  return `${value.toFixed(digits)} ${unit}`;
}
