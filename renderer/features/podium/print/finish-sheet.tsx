import { words } from "#renderer/i18n/words.ts";
import { blank, PaperEvent, PaperFooter } from "./paper.tsx";
import styles from "./paper.module.css";

const linesInColumn = 24;
const linesOnPage = 2 * linesInColumn;

export interface FinishSheetProps {
  readonly eventName: string;
  readonly lines: number;
  readonly timeZone: string | null;
}

/** Numbered empty lines to write on at the finish line; the order is typed into Chute later. */
export function FinishSheet({ eventName, lines, timeZone }: FinishSheetProps) {
  const say = words.podiumPrint;
  const pages = Math.ceil(lines / linesOnPage);
  return Array.from({ length: pages }, (_, page) => (
    <section key={page} className={styles["page"]}>
      <header className={styles["head"]}>
        <p>
          <PaperEvent name={eventName} />
        </p>
        <h2>{say.finishTitle}</h2>
        <p>{say.finishText}</p>
      </header>
      <div className={styles["columns"]}>
        {[0, 1].map((column) => {
          const first = page * linesOnPage + column * linesInColumn;
          const count = Math.max(0, Math.min(linesInColumn, lines - first));
          return count === 0 ? (
            <div key={column} />
          ) : (
            <table key={column} className={styles["blank"]}>
              <thead>
                <tr>
                  <th>{blank}</th>
                  <th>{say.bib}</th>
                  <th>{say.time}</th>
                  <th>{say.note}</th>
                </tr>
              </thead>
              <tbody>
                {Array.from({ length: count }, (_, line) => (
                  <tr key={line}>
                    <td>{first + line + 1}</td>
                    <td>{blank}</td>
                    <td>{blank}</td>
                    <td>{blank}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          );
        })}
      </div>
      <PaperFooter timeZone={timeZone}>
        <span>{say.page(page + 1, pages)}</span>
      </PaperFooter>
    </section>
  ));
}
