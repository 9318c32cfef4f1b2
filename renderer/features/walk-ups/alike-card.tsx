import { navigate } from "#renderer/client/navigation/route.ts";
import { formatTime } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { Bib } from "#renderer/ui/race/bibs/bib.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import type { AlikeRow } from "./use-alike.ts";
import styles from "./alike.module.css";

const say = words.walkUp.alike;

/** Who on the list may be the person on the form (W4). Opening one keeps the form as it is. */
export function AlikeCard({ rows }: { readonly rows: readonly AlikeRow[] }) {
  return (
    <div aria-live="polite">
      {rows.length === 0 ? null : (
        <section className={styles["card"]} aria-label={say.title}>
          <h2 className={styles["title"]}>
            <Icon name="look" size={24} />
            {say.title}
          </h2>
          <ul className={styles["rows"]}>
            {rows.map((row) => (
              <li key={row.id}>
                <button
                  type="button"
                  className={styles["row"]}
                  onClick={() => navigate("check-in", { runner: row.id })}
                >
                  <Bib
                    bib={row.bib}
                    run={{
                      name: row.runLabel,
                      order: row.runPosition + 1,
                      start: row.runStartTime ?? undefined,
                    }}
                  />
                  <span className={styles["words"]}>
                    <PersonName className={styles["name"]}>{row.name ?? row.email}</PersonName>
                    <span className={styles["why"]}>
                      {[...row.why.map((why) => say.why[why]), stateOf(row)].join(", ")}
                    </span>
                  </span>
                  <Icon name="right" size={20} />
                </button>
              </li>
            ))}
          </ul>
          <p className={styles["hint"]}>{say.hint}</p>
        </section>
      )}
    </div>
  );
}

function stateOf(row: AlikeRow): string {
  if (row.checkedIn !== null) return say.here(formatTime(row.checkedIn.atMs));
  if (row.checkedInElsewhere) return say.hereElsewhere;
  return row.standing === "confirmed" ? say.notHere : say.notConfirmed;
}
