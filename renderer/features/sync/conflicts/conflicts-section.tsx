import { useRef, useState } from "react";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useConflicts } from "#renderer/client/queries/use-query.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { DeskConflict } from "#shared/contract/conflicts.ts";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { ConflictCard } from "./conflict-card.tsx";
import { WithoutBib } from "./without-bib.tsx";
import styles from "./conflicts.module.css";

const say = words.conflicts;
const nothing = { conflicts: [], withoutBib: [] } as const;

/** What desks did differently while they could not reach each other, with both sides (M11); nothing if all agree. */
export function ConflictsSection({ eventId }: { readonly eventId: string | null }) {
  const list = useConflicts(eventId);
  const settle = useCommand("conflict.settle");
  const { conflicts, withoutBib } = list.value ?? nothing;
  const sectionRef = useRef<HTMLElement>(null);
  const [chosenId, setChosenId] = useState("");
  async function keep(conflict: DeskConflict, entryId: string): Promise<void> {
    if (eventId === null) return;
    setChosenId(conflict.id);
    const reply = await settle.run({ eventId, conflictId: conflict.id, entryId });
    if (reply?.ok === false && reply.error.code === "settled-meanwhile") {
      // Nothing is left to do, and the conflict goes from the list: no alert stays above the others.
      settle.clear();
      showToast("look", say.settledMeanwhile(conflict));
    }
    if (reply?.ok !== true) return;
    sayWhoNeedsBib(conflict, entryId);
    // The pressed button goes away with its conflict.
    sectionRef.current?.focus();
  }
  if (eventId === null) return null;
  if (conflicts.length + withoutBib.length === 0 && settle.error === null) return null;
  const isAtConflict = conflicts.some(({ id }) => id === chosenId);
  return (
    <section
      ref={sectionRef}
      tabIndex={-1}
      className={styles["section"]}
      aria-label={conflicts.length > 0 ? say.title(conflicts.length) : say.withoutBib.section}
    >
      <FailureNotice failure={isAtConflict ? null : settle.error} own={say.failures} />
      {conflicts.length === 0 ? null : (
        <>
          <h2 className={styles["title"]}>{say.title(conflicts.length)}</h2>
          <p className={styles["lead"]}>{say.lead}</p>
        </>
      )}
      {conflicts.map((conflict) => (
        <ConflictCard
          key={conflict.id}
          conflict={conflict}
          isBusy={settle.isBusy}
          failure={conflict.id === chosenId ? settle.error : null}
          onKeep={(entryId) => void keep(conflict, entryId)}
        />
      ))}
      <WithoutBib runners={withoutBib} />
    </section>
  );
}

/** Of two runners with one bib, whoever was not chosen has none now; the button leads to that runner's card. */
function sayWhoNeedsBib({ sides }: DeskConflict, entryId: string): void {
  const losers = sides.flatMap(({ entryId: id, value }) =>
    id !== entryId && value.kind === "bib-twice" ? [value.runner] : [],
  );
  const [first] = losers;
  if (first === undefined) return;
  showToast("look", say.needsBib(losers.map(({ name, email }) => name ?? email)), {
    label: say.openRunner,
    run: () => navigate("check-in", { runner: first.id }),
  });
}
