import type { OutputOf } from "#shared/contract/index.ts";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useDelayed } from "#renderer/client/queries/use-delayed.ts";
import { useHeld } from "#renderer/client/queries/use-form-check.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { formatTime } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { Bib } from "#renderer/ui/race/bibs/bib.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import { runMarkOfRunner } from "#renderer/ui/race/runs/run-mark.ts";
import { isHere } from "./kept-form.ts";
import { typedFields } from "#renderer/ui/fields/typed-fields.ts";
import { useWalkUpDraft } from "./walk-up-draft-store.ts";
import type { WalkUpDraft } from "./walk-up-draft-store.ts";
import styles from "./possible-duplicates.module.css";

type Duplicate = OutputOf<"walkUp.duplicates">["rows"][number];

/** The search starts after this pause in typing. */
const searchAfterMs = 250;
/** Shorter names are similar to too many runners. */
const shortestName = 3;
const mostShown = 4;

/** Finds runners of the event who may be the person on the form (W4); none while too little is typed. */
export function usePossibleDuplicates(
  eventId: string,
  draft: WalkUpDraft,
  isSaving: boolean,
): readonly Duplicate[] {
  const { name, email, bib } = draft;
  const isShort = name.trim().length < shortestName;
  const typed = JSON.stringify(typedFields({ name: isShort ? "" : name, email, bib }));
  const settled = useDelayed(typed, searchAfterMs);
  const { value } = useQuery(
    "walkUp.duplicates",
    settled === "{}"
      ? null
      : { eventId, limit: mostShown, ...(JSON.parse(settled) as Record<string, string>) },
    { topics: ["roster"], keep: true },
  );
  const known = useHeld(value, isSaving);
  return settled === "{}" ? [] : (known?.rows ?? []);
}

const say = words.walkUp.duplicates;

/** Runners who may be the person on the form. Opening one of them keeps the form's texts. */
export function PossibleDuplicates({ rows }: { readonly rows: readonly Duplicate[] }) {
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
                <button type="button" className={styles["row"]} onClick={() => openCard(row)}>
                  <Bib bib={row.bib} run={runMarkOfRunner(row)} />
                  <span className={styles["words"]}>
                    <PersonName className={styles["name"]}>{row.name ?? row.email}</PersonName>
                    <span className={styles["why"]}>
                      {say.why(row.why)}, {stateOf(row)}
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

/** Opens the runner's card. If the runner is checked in there, the form has no more purpose (W5). */
function openCard(row: Duplicate): void {
  useWalkUpDraft.getState().noteOpened(isHere(row) ? null : row.id);
  navigate("check-in", { runner: row.id });
}

function stateOf(row: Duplicate): string {
  if (row.checkedIn !== null) return say.here(formatTime(row.checkedIn.atMs));
  if (row.checkedInElsewhere) return say.hereElsewhere;
  return row.standing === "confirmed" ? say.notHere : say.notConfirmed;
}
