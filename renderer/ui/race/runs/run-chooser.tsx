import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
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
  /** A warning, never a block: what the last download said may have changed. */
  readonly needsLook: boolean;
  /** "1,630 of 1,800"; absent where the API gave no counts. */
  readonly count?: string | undefined;
}

export interface RunChooserProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly runs: readonly RunChoice[];
  readonly chosenId: string | null;
  readonly onChoose: (id: string) => void;
  readonly error?: string | undefined;
}

/** The runs as cards side by side; the chosen one is ink. */
export function RunChooser({ label, hint, runs, chosenId, onChoose, error }: RunChooserProps) {
  return (
    <RadioGroup
      className={frame["field"] ?? ""}
      orientation="horizontal"
      isInvalid={error !== undefined}
      value={chosenId}
      onChange={onChoose}
    >
      <span className={frame["head"]}>
        <Label className={frame["label"] ?? ""}>{label}</Label>
        {hint === undefined ? null : <span className={frame["hint"]}>{hint}</span>}
      </span>
      <span className={styles["runs"]}>
        {runs.map((choice) => (
          <Radio key={choice.id} value={choice.id} className={styles["run"] ?? ""}>
            <span className={styles["band"]} {...runColour(choice.run.order)}>
              <span className={styles["name"]}>{choice.run.name}</span>
              <span>{choice.run.start}</span>
            </span>
            <span className={styles["body"]}>
              <span className={styles["words"]}>
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
      {error === undefined ? null : (
        <span className={frame["note"]} role="alert">
          <FieldNote note={{ tone: "stop", text: error }} />
        </span>
      )}
    </RadioGroup>
  );
}
