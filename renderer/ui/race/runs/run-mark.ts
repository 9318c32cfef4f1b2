/** What identifies a run on every screen: its name, and a colour by its position. */
export interface RunMark {
  readonly label: string;
  /** 0 for the event's first run, 1 for the second, and so on. */
  readonly position: number;
  /** The venue's local start, "09:30". */
  readonly startTime?: string | null;
}

/** The mark of a runner's run. */
export const runMarkOfRunner = (runner: {
  readonly runLabel: string;
  readonly runPosition: number;
  readonly runStartTime: string | null;
}): RunMark => ({
  label: runner.runLabel,
  position: runner.runPosition,
  startTime: runner.runStartTime,
});

const paletteSize = 8;

/**
 * The attributes that give an element its run colours (tokens.css): `--run-band`, `--run-text`,
 * `--run-bar`, `--run-hatch`. From the ninth run on the palette repeats with a hatch.
 */
export function runColour({ position }: Pick<RunMark, "position">): {
  readonly "data-run": number;
  readonly "data-run-repeat"?: "";
} {
  const index = Math.max(0, position);
  const colour = { "data-run": (index % paletteSize) + 1 } as const;
  return index < paletteSize ? colour : { ...colour, "data-run-repeat": "" };
}
