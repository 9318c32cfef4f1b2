import { useEffect, useRef } from "react";
import type { EventDetail } from "#shared/contract/events.ts";
import type { useBibCheck } from "#renderer/client/queries/use-bib-check.ts";
import { useNextBib } from "#renderer/client/queries/use-next-bib.ts";
import { bibFaultText, bibFieldNote } from "#renderer/i18n/bib-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import type { Note } from "#renderer/ui/fields/field-note.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import type { WalkUpFormState } from "./use-walk-up-form.ts";
import type { BibPart, WalkUpDraft } from "./walk-up-draft-store.ts";
import { offeredBib, waitsForOffer } from "./walk-up-draft-store.ts";
import styles from "./walk-up-screen.module.css";

/** A bib that a person typed or scanned; `runId` is the run that is chosen. */
export const typedBib = (bib: string, runId: string | null): BibPart => ({
  bib,
  bibTypedFor: bib === "" ? null : runId,
  bibOfferedFor: null,
});

/** The bib after another run was chosen: an offered one waits for the next free bib of that run; a typed one stays (W5). */
export const bibAfterRun = (draft: WalkUpDraft, runId: string): Partial<BibPart> =>
  draft.bibOfferedFor === null || draft.bibOfferedFor === runId ? {} : offeredBib("", runId);

export interface BibFieldProps {
  readonly event: EventDetail;
  readonly form: WalkUpFormState;
  /** Whether somebody has the typed bib; null until that is known. */
  readonly bibCheck: ReturnType<typeof useBibCheck>;
}

/** The bib of the walk-up, with the next free bib of the chosen run. */
export function BibField({ event, form, bibCheck }: BibFieldProps) {
  const { draft, change, touch, fault } = form;
  const { runId } = draft;
  const nextFree = useNextBib(event.id, runId);
  const free = nextFree?.bib ?? null;
  const bibRef = useRef<HTMLInputElement>(null);
  const isBibNeeded = draft.bib.trim() === "" || form.bibHolders.length > 0;
  const offered = waitsForOffer(draft) && form.saving === null ? free : null;
  useEffect(() => {
    if (offered !== null) change(offeredBib(offered, runId));
  }, [offered, runId, change]);
  const bibFault =
    form.bibHolders.length === 0
      ? fault("bib") && bibFaultText(draft.bib)
      : words.walkUp.bibTaken(draft.bib.trim(), form.bibHolders);
  const note =
    bibCheck !== null && bibCheck.takenBy.length > 0
      ? undefined
      : bibFieldNote(draft.bib, bibCheck, nextFree);
  return (
    <div className={styles["withOffer"]}>
      <TextField
        label={words.walkUp.bib}
        hint={free === null ? undefined : words.walkUp.nextFree(free)}
        kind="bib"
        inputRef={bibRef}
        value={draft.bib}
        maxLength={2_000}
        onChange={(bib) => change(typedBib(bib, runId))}
        onBlur={() => touch("bib")}
        error={bibFault}
        note={note?.tone === "done" ? (otherRunNote(event, draft, free) ?? note) : note}
      />
      {free !== null && isBibNeeded ? (
        <div className={styles["offer"]}>
          <Button
            size="s"
            kind="quiet"
            onPress={() => {
              change(offeredBib(free, runId));
              // The pressed button is removed, and the focus with it.
              bibRef.current?.focus();
            }}
          >
            {words.walkUp.use(free)}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Says that the bib was typed while another run was chosen; undefined if it was not. */
function otherRunNote(
  { runs }: EventDetail,
  { bibTypedFor, runId }: WalkUpDraft,
  free: string | null,
): Note | undefined {
  const labelOf = (id: string | null): string | undefined =>
    runs.find((run) => run.id === id)?.label;
  const [former, now] = [labelOf(bibTypedFor), labelOf(runId)];
  if (former === undefined || now === undefined || bibTypedFor === runId) return undefined;
  return { tone: "look", text: words.walkUp.bibOfOtherRun(former, now, free) };
}
