import type { DeskConflict } from "#shared/contract/conflicts.ts";
import type { Failure } from "#shared/result.ts";
import { navigate } from "#renderer/client/navigation/route.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { Card } from "#renderer/ui/controls/page/card.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import { ConflictSide } from "./conflict-side.tsx";
import styles from "./conflicts.module.css";

const say = words.conflicts;

const intoSight = (each: HTMLElement | null): void => each?.scrollIntoView({ block: "nearest" });

export interface ConflictCardProps {
  readonly conflict: DeskConflict;
  readonly isBusy: boolean;
  /** Why the chosen side was not kept. It stands here, because the top of the list may be out of sight. */
  readonly failure: Failure | null;
  /** A person chose the side with this entry. */
  readonly onKeep: (entryId: string) => void;
}

/** One conflict: what it is about, and the sides beside each other. */
export function ConflictCard({ conflict, isBusy, failure, onKeep }: ConflictCardProps) {
  const { kind, about, sides, isSettledHere } = conflict;
  const { runner } = about;
  return (
    <Card isBare label={say.what(conflict)}>
      <header className={styles["head"]}>
        <Icon name="look" size={28} />
        <div className={styles["about"]}>
          <h3 className={styles["what"]}>{say.what(conflict)}</h3>
          {runner === null ? null : (
            <p className={styles["whose"]}>
              <PersonName>{runner.name ?? words.ui.noName}</PersonName>, {runner.runLabel}
            </p>
          )}
          {kind === "bib-twice" ? <p>{say.bibTwice}</p> : null}
        </div>
      </header>
      <div className={styles["sides"]}>
        {sides.map((side, at) => (
          <ConflictSide
            key={side.entryId}
            side={side}
            position={{ at, count: sides.length }}
            isBusy={isBusy}
            onKeep={isSettledHere ? () => onKeep(side.entryId) : null}
          />
        ))}
      </div>
      {failure === null ? null : (
        <div ref={intoSight} className={styles["elsewhere"]}>
          <FailureNotice failure={failure} own={say.failures} />
        </div>
      )}
      <Elsewhere conflict={conflict} />
    </Card>
  );
}

/** Where a conflict is settled that is not settled here. */
function Elsewhere({
  conflict: { kind, about, isSettledHere },
}: {
  readonly conflict: DeskConflict;
}) {
  const runnerId = about.runner?.id;
  if (isSettledHere) return null;
  if (kind === "hub") {
    return (
      <div className={styles["elsewhere"]}>
        <Button onPress={() => navigate("desks")}>{say.openDesks}</Button>
      </div>
    );
  }
  if (runnerId === undefined) return <p className={styles["elsewhere"]}>{say.owner}</p>;
  return (
    <div className={styles["elsewhere"]}>
      <Button onPress={() => navigate("check-in", { runner: runnerId })}>{say.openRunner}</Button>
    </div>
  );
}
