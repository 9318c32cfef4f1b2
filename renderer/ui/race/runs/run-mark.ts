/** What identifies a run on every screen: its name, and a colour by its order. */
export interface RunMark {
  readonly name: string;
  /** 1 for the event's first run, 2 for the second, and so on. */
  readonly order: number;
  /** The venue's local start, "09:30". */
  readonly start?: string | undefined;
}

export const runMarkOf = (run: {
  readonly label: string;
  readonly position: number;
  readonly startTime: string | null;
}): RunMark => ({
  name: run.label,
  order: run.position + 1,
  start: run.startTime ?? undefined,
});

/** The mark of a runner's run. */
export const runMarkOfRunner = (runner: {
  readonly runLabel: string;
  readonly runPosition: number;
  readonly runStartTime: string | null;
}): RunMark => ({
  name: runner.runLabel,
  order: runner.runPosition + 1,
  start: runner.runStartTime ?? undefined,
});

const paletteSize = 8;

/**
 * The attributes that give an element its run colours (tokens.css): `--run-band`, `--run-text`,
 * `--run-bar`, `--run-hatch`. From the ninth run on the palette repeats with a hatch.
 */
export function runColour(order: number): {
  readonly "data-run": number;
  readonly "data-run-repeat"?: "";
} {
  const index = Math.max(0, Math.trunc(order) - 1);
  const colour = { "data-run": (index % paletteSize) + 1 } as const;
  return index < paletteSize ? colour : { ...colour, "data-run-repeat": "" };
}
