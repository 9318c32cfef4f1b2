import { words } from "#renderer/i18n/words.ts";
import { SegmentedControl } from "#renderer/ui/controls/buttons/segmented-control.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import type { TemplateForm } from "./segment-template.ts";
import { mostPlaces, readCount } from "./segment-template.ts";
import styles from "../dialogs.module.css";

export interface DepthAndClockProps<Clock extends TemplateForm["clock"]> {
  readonly depth: string;
  readonly clock: Clock;
  readonly clocks: readonly Clock[];
  readonly clockHint?: string;
  readonly onDepth: (depth: string) => void;
  readonly onClock: (clock: Clock) => void;
}

/** The fields for the number of award places and the clock (P2). */
export function DepthAndClock<Clock extends TemplateForm["clock"]>({
  depth,
  clock,
  clocks,
  clockHint,
  onDepth,
  onClock,
}: DepthAndClockProps<Clock>) {
  const say = words.podiumSetup;
  return (
    <div className={styles["pair"]}>
      <TextField
        label={say.depth}
        value={depth}
        error={readCount(depth, mostPlaces) === null ? say.depthFault : undefined}
        onChange={onDepth}
        maxLength={5}
      />
      <SegmentedControl
        label={say.clock}
        hint={clockHint}
        choices={clocks.map((value) => ({ value, label: say.clocks[value] }))}
        value={clock}
        onChange={onClock}
      />
    </div>
  );
}
