import { useState } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import { RunTag } from "#renderer/ui/race/runs/run-tag.tsx";
import type { FinishRow } from "#shared/contract/finish-log.ts";
import styles from "../finish-side.module.css";

export interface AmbiguousBibProps {
  readonly row: FinishRow;
  readonly onSettle: (id: string, runnerId: string | null) => void;
}

/** Several runners have the bib of this line: a person chooses the finisher (B2). No runner has the focus, so Enter chooses none. */
export function AmbiguousBib({ row: { line, several, runnerId }, onSettle }: AmbiguousBibProps) {
  const [isOpen, setOpen] = useState(false);
  const { finishLog } = words;
  if (line === null || several.length === 0) return null;
  const settle = (selected: string | null): void => {
    setOpen(false);
    onSettle(line.id, selected);
  };
  return (
    <>
      <Button size="s" icon="person" onPress={() => setOpen(true)}>
        {finishLog.tools.who}
      </Button>
      {isOpen ? (
        <Dialog
          title={finishLog.whoTitle(line.bib ?? "")}
          onClose={() => setOpen(false)}
          actions={
            <Button
              kind="quiet"
              size="l"
              onPress={() => (runnerId === null ? setOpen(false) : settle(null))}
            >
              {finishLog.whoOpen}
            </Button>
          }
        >
          <p>{finishLog.whoText}</p>
          <ul className={styles["holders"]}>
            {several.map((holder) => (
              <li key={holder.runnerId}>
                <Button
                  size="l"
                  icon={holder.runnerId === runnerId ? "chosen" : "person"}
                  onPress={() => settle(holder.runnerId)}
                >
                  <span className={styles["holder"]}>
                    <PersonName>{holder.name ?? words.ui.noName}</PersonName>
                    {holder.runLabel === null ? null : (
                      <RunTag run={{ label: holder.runLabel, position: holder.runPosition }} />
                    )}
                    <span>{holder.checkedIn ? finishLog.whoHere : finishLog.whoNotHere}</span>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
          <p className="quiet">{finishLog.spaceHere}</p>
        </Dialog>
      ) : null}
    </>
  );
}
