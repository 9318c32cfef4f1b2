import type { Slot, SlotWarning } from "#shared/contract/podium.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import { sampleRunner } from "#test/support/sample-runner.ts";

const person = (
  bib: string,
  name: string | null,
  runLabel = "Half",
  more: Partial<RunnerRow> = {},
): RunnerRow =>
  sampleRunner({
    id: `p-${bib}-${name ?? ""}`,
    runId: `r-${runLabel.toLowerCase()}`,
    runLabel,
    runPosition: ["Half", "10K", "5K", "Kids"].indexOf(runLabel),
    runStartTime: "09:00",
    name,
    email: `${bib}@example.org`,
    bib,
    ...more,
  });

/** The finishers of the made-up race with their bibs. */
export const finishers: readonly RunnerRow[] = [
  person("12", "Tesfaye Wolde-Gabriel"),
  person("31", "Björn Þorvaldsson"),
  person("A7", "김 서준"),
  person("388", "Grzegorz Brzęczyszczykiewicz"),
  person("104", "Noor van den Berg-El Amrani"),
  person("221", "İlayda Şahin"),
  person("1190", "María José Etxeberria"),
  person("095", "山本 結衣"),
  person("417", "Ουρανία Παπαδοπούλου"),
  person("602", "Aoife Ní Dhomhnaill"),
  person("77", "محمد عبد الرحمن العبدالله"),
  person("78", "Precious Oluwaseun Okadigbo-Chukwuemeka Nnamdi-Azikiwe of the Harbour Hills"),
  person("5000", "Amara Okafor", "10K"),
  person("9", "Jonas Lindqvist"),
  person("9", "Marta Kowalczyk"),
  person("55", "Kari Nordmann"),
  person("55", "Ola Nordmann", "10K"),
  person("640", "राधिका शर्मा", "Half", { teamId: "Quay Queens" }),
];

export interface MadeSlot {
  readonly bib: string;
  readonly tie?: boolean;
  readonly time?: string;
  readonly warnings?: readonly SlotWarning[];
}

export const wearersOf = (bib: string): readonly RunnerRow[] =>
  finishers.filter((runner) => runner.bib === bib);

/** A slot without its place. */
export function madeSlot({ bib, tie = false, time, warnings = [] }: MadeSlot): Omit<Slot, "place"> {
  const [runner, second] = wearersOf(bib);
  const known = second === undefined ? runner : undefined;
  return {
    bib,
    runnerId: known?.id ?? null,
    tie,
    time: time ?? null,
    name: known?.name ?? null,
    pronunciation: null,
    currentBib: known?.bib ?? null,
    teamId: known?.teamId ?? null,
    hundredths: null,
    loggedHundredths: null,
    beyondDepth: false,
    warnings: [...warnings],
  };
}
