import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { FieldError, FieldHead } from "#renderer/ui/fields/field-frame.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { runColour } from "./run-mark.ts";
import type { RunMark } from "./run-mark.ts";
import frame from "#renderer/ui/fields/field-frame.module.css";
import styles from "./run-chooser.module.css";

export interface RunChoice {
  readonly id: string;
  readonly run: RunMark;
  /** "Open", "2 places left", "Sold out", "Closed". */
  readonly state: string;
  /** Shown as a warning that does not block the choice, because the downloaded state may be outdated. */
  readonly needsLook: boolean;
  /** "1,630 of 1,800"; absent if the API gave no counts. */
  readonly count?: string | undefined;
}

export interface RunChooserProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly runs: readonly RunChoice[];
  readonly chosenId: string | null;
  readonly onChoose: (id: string) => void;
  /** The first run gets the focus when the field is drawn. */
  readonly autoFocus?: boolean;
  readonly error?: string | undefined;
}

/** The runs as cards side by side. */
export function RunChooser({
  label,
  hint,
  runs,
  chosenId,
  onChoose,
  autoFocus = false,
  error,
}: RunChooserProps) {
  return (
    <RadioGroup
      className={frame["field"] ?? ""}
      orientation="horizontal"
      isInvalid={error !== undefined}
      value={chosenId}
      onChange={onChoose}
    >
      <FieldHead label={label} hint={hint} />
      <span className={styles["runs"]}>
        {runs.map((choice, index) => (
          <Radio
            key={choice.id}
            value={choice.id}
            autoFocus={autoFocus && index === 0}
            className={styles["run"] ?? ""}
          >
            <span className={styles["band"]} {...runColour(choice.run)}>
              <span className={styles["name"]}>{choice.run.label}</span>
              <span>{choice.run.startTime}</span>
            </span>
            <span className={styles["body"]}>
              <span className="stack">
                <span className={styles["state"]}>
                  {choice.needsLook ? (
                    <Icon name="look" size={19} className={styles["look"]} />
                  ) : null}
                  {choice.state}
                </span>
                <span className={styles["count"]}>{choice.count}</span>
              </span>
              {choice.id === chosenId ? <Icon name="done" size={26} /> : null}
            </span>
          </Radio>
        ))}
      </span>
      <FieldError error={error} />
    </RadioGroup>
  );
}
