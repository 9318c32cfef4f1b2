import { words } from "#renderer/i18n/words.ts";
import type { Note } from "#renderer/ui/fields/field-note.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { BibText } from "#renderer/ui/race/bibs/bib-text.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { PersonName } from "./person-name.tsx";
import { runColour } from "#renderer/ui/race/runs/run-mark.ts";
import type { RunMark } from "#renderer/ui/race/runs/run-mark.ts";
import styles from "./ticket-strip.module.css";

export interface Ticket {
  readonly id: string;
  readonly bib: string | null;
  readonly run: RunMark;
  readonly name: string | null;
  /** The accessible name of the undo button: "Undo check-in of Amara Okafor". */
  readonly undoLabel: string;
  /** A problem that needs a person; shown instead of the run. */
  readonly note?: Note | undefined;
}

export interface TicketStripProps {
  readonly label: string;
  /** Newest first, five at most. */
  readonly tickets: readonly Ticket[];
  /** Shown instead of an empty list. */
  readonly emptyText?: string | undefined;
  readonly onUndo: (id: string) => void;
  readonly onOpen: (id: string) => void;
}

/** The last check-ins of this desk, each with an undo button. */
export function TicketStrip({ label, tickets, emptyText, onUndo, onOpen }: TicketStripProps) {
  if (tickets.length === 0 && emptyText !== undefined) {
    return <p className={styles["none"]}>{emptyText}</p>;
  }
  return (
    <ul className={styles["strip"]} aria-label={label}>
      {tickets.map((ticket) => (
        <li key={ticket.id} className={styles["ticket"]} {...runColour(ticket.run)}>
          <span className={styles["edge"]} />
          <button type="button" className={styles["runner"]} onClick={() => onOpen(ticket.id)}>
            <span className={styles["head"]}>
              {ticket.bib === null && ticket.note !== undefined ? null : (
                <span className={styles["bib"]}>
                  {ticket.bib === null ? words.bibs.none : <BibText bib={ticket.bib} />}
                </span>
              )}
              {ticket.note === undefined ? (
                <span className={styles["run"]}>{ticket.run.label}</span>
              ) : (
                <span className={styles["note"]} data-short={ticket.bib === null ? undefined : ""}>
                  <FieldNote note={ticket.note} />
                </span>
              )}
            </span>
            <PersonName className={styles["name"]}>{ticket.name ?? words.ui.noName}</PersonName>
          </button>
          <button
            type="button"
            className={styles["undo"]}
            aria-label={ticket.undoLabel}
            onClick={() => onUndo(ticket.id)}
          >
            <Icon name="undo" size={20} />
            <span className={styles["undoWord"]}>{words.ui.undo}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
