import { useNow } from "#renderer/client/queries/use-now.ts";
import { words } from "#renderer/i18n/words.ts";
import { PracticeWord } from "./paper.tsx";
import styles from "./paper.module.css";

const linesInColumn = 24;
const linesOnPage = 2 * linesInColumn;

const minuteMs = 60_000;
/** To be written or ticked by hand. */
const blank = "\u00A0";

export interface FinishSheetProps {
  readonly eventName: string;
  readonly lines: number;
  readonly deskName: string;
}

/** Numbered empty lines, for a pencil at the finish line: the order on them is typed later. */
export function FinishSheet({ eventName, lines, deskName }: FinishSheetProps) {
  const say = words.podiumPrint;
  const printedAtMs = useNow(minuteMs);
  const pages = Math.ceil(lines / linesOnPage);
  return Array.from({ length: pages }, (_, page) => (
    <section key={page} className={styles["page"]}>
      <header className={styles["head"]}>
        <p>
          <PracticeWord />
          <bdi dir="auto">{eventName}</bdi>
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
      <footer className={styles["foot"]}>
        <span>{say.printed(printedAtMs, deskName)}</span>
        <span>{say.page(page + 1, pages)}</span>
      </footer>
    </section>
  ));
}
