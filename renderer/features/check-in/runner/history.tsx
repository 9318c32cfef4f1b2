import { words } from "#renderer/i18n/words.ts";
import { Rule } from "#renderer/ui/controls/page/card.tsx";
import type { RunnerCard } from "#shared/contract/roster.ts";
import { useCommands } from "../commands/use-check-in-commands.ts";
import styles from "./companions.module.css";

/** The actions on this runner, newest last. A check-in that was not undone can be undone here (C3). */
export function History({ card }: { readonly card: RunnerCard }) {
  const { undo } = useCommands();
  if (card.history.length === 0) return null;
  return (
    <div>
      <Rule />
      <ol className={styles["history"]} aria-label={words.checkIn.historyTitle}>
        {card.history.map((line) => (
          <li key={line.entryId} className={styles["historyLine"]}>
            <time>{words.checkIn.at(line.actor.atMs)}</time>
            <span className="shrinks">
              {words.checkIn.history[line.kind](line.actor, line.bib)}
              {line.reason === null ? null : (
                <span className={styles["reason"]}>{words.checkIn.historyReason(line.reason)}</span>
              )}
            </span>
            {line.undoable && line.kind === "checked-in" ? (
              <button
                type="button"
                className={styles["historyUndo"]}
                aria-label={words.checkIn.undoOf(card.runner.name, card.runner.bib)}
                onClick={() => undo(card.runner, line.entryId)}
              >
                {words.ui.undo}
              </button>
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  );
}
