import type { ConflictValue, DeskConflict } from "#shared/contract/conflicts.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { BibPlate } from "#renderer/ui/race/bibs/bib-plate.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import styles from "./conflicts.module.css";

const say = words.conflicts;

export interface ConflictSideProps {
  readonly side: DeskConflict["sides"][number];
  /** Which of how many sides; `at` counts from 0. */
  readonly position: { readonly at: number; readonly count: number };
  readonly isBusy: boolean;
  /** Null: this screen does not settle the conflict. */
  readonly onKeep: (() => void) | null;
}

/** One side of a conflict: what it says, when, where and by whom, and the button that keeps it. */
export function ConflictSide({ side, position, isBusy, onKeep }: ConflictSideProps) {
  const keep = say.keep(side.value);
  return (
    <div className={styles["side"]}>
      <div className={styles["value"]}>
        <SideValue value={side.value} />
      </div>
      <p className={styles["who"]}>
        <bdi dir="auto">{say.who(side)}</bdi>
      </p>
      {side.isInForce ? <p className={styles["inForce"]}>{say.countsNow}</p> : null}
      {onKeep === null ? null : (
        <Button
          isBlock
          isBusy={isBusy}
          label={say.keepLabel(keep, side.desk, position)}
          onPress={onKeep}
        >
          {keep}
        </Button>
      )}
    </div>
  );
}

function SideValue({ value }: { readonly value: ConflictValue }) {
  const text = say.value(value);
  if (text !== null) return <bdi dir="auto">{text}</bdi>;
  switch (value.kind) {
    case "bib":
      return <BibPlate bib={value.bib ?? ""} />;
    case "bib-twice":
      return (
        <>
          <PersonName>{value.runner.name ?? words.ui.noName}</PersonName>, {value.runner.runLabel}
        </>
      );
    case "sheet":
      return (
        <ol className={styles["slots"]}>
          {value.slots.map(({ place, bib, name, time }, index) => (
            // A sheet may have one bib twice; its lines have no other name than their position.
            <li key={index}>
              <span>{say.place(place)}</span>
              <BibPlate bib={bib} />
              <PersonName className={styles["slotName"]}>{name ?? ""}</PersonName>
              <span>{time ?? ""}</span>
            </li>
          ))}
        </ol>
      );
    default:
      return null;
  }
}
