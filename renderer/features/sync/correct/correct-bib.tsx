import { useState } from "react";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useNextBib } from "#renderer/client/queries/use-next-bib.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { SegmentedControl } from "#renderer/ui/controls/buttons/segmented-control.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import styles from "../sync-screen.module.css";

export type BibAfterRun = ReturnType<typeof useBibAfterRun>;

/** The bib of a refused walk-up whose run is changed: it was handed over, so it stays unless a person changes it (W6). */
export function useBibAfterRun(
  { eventId, subject }: Pick<OutboxEntry, "eventId" | "subject">,
  newRunId: string | null,
) {
  const isAsked = eventId !== null && newRunId !== null;
  const card = useQuery("roster.get", isAsked ? { eventId, runnerId: subject } : null, {
    topics: ["roster"],
  });
  const next = useNextBib(eventId, newRunId);
  const assign = useCommand("bib.assign");
  const [takesFree, choose] = useState(false);
  /** The bib that was given with this form. */
  const [taken, setTaken] = useState<string | null>(null);
  const held = isAsked ? (card.value?.runner.bib ?? null) : null;
  /** The bib that the runner has; null if the runner has none, or if the run is not changed. */
  const bib = held === taken ? null : held;
  /** The next free bib of the new run; null if there is none. */
  const free = bib === null ? null : (next?.bib ?? null);
  return {
    bib,
    free,
    takesFree,
    choose,
    /** Gives the runner the chosen bib; false if it was refused. */
    async save(): Promise<boolean> {
      if (!takesFree || free === null || eventId === null) return true;
      const reply = await assign.run({ eventId, runnerId: subject, bib: free });
      if (reply?.ok !== true) return false;
      setTaken(free);
      const { name, checkedIn } = reply.value.runner;
      const text = words.checkIn.bibGiven(free, name, checkedIn !== null);
      showToast("done", text);
      return true;
    },
    isBusy: assign.isBusy,
    failure: assign.error,
  };
}

/** Says that the bib was given for another run, and offers the next free bib of the new run. */
export function CorrectBib({ bibAfterRun }: { readonly bibAfterRun: BibAfterRun }) {
  const { bib, free, takesFree, choose } = bibAfterRun;
  if (bib === null) return null;
  const note = <FieldNote note={{ tone: "look", text: words.sync.bibOfFormerRun(bib) }} />;
  if (free === null) return note;
  return (
    <div className={styles["choice"]}>
      <SegmentedControl
        label={words.walkUp.bib}
        choices={[
          { value: "keep", label: words.sync.keepBib(bib) },
          { value: "use", label: words.walkUp.use(free) },
        ]}
        value={takesFree ? "use" : "keep"}
        onChange={(choice) => choose(choice === "use")}
      />
      {note}
    </div>
  );
}
