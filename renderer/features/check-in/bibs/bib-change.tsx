import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { useBibCheck } from "#renderer/client/queries/use-bib-check.ts";
import { useNextBib } from "#renderer/client/queries/use-next-bib.ts";
import { useScan } from "#renderer/client/input/use-scan.ts";
import { bibFaultText, bibFieldNote, takenText } from "#renderer/i18n/bib-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Bib } from "#renderer/ui/race/bibs/bib.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Card } from "#renderer/ui/controls/page/card.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import type { Note } from "#renderer/ui/fields/field-note.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import { readBib } from "#shared/domain/bibs/bib.ts";
import { closeQuestion, useCheckIn } from "../check-in-store.ts";
import type { BegunBib } from "../check-in-store.ts";
import { runMarkOfRunner } from "#renderer/ui/race/runs/run-mark.ts";
import { useCommands } from "../commands/use-check-in-commands.ts";
import styles from "../runner/runner.module.css";

export interface BibChangeProps {
  readonly runner: RunnerRow;
  /** The other members of the relay team; null until the card has all data. */
  readonly team: readonly RunnerRow[] | null;
  readonly begun?: BegunBib | undefined;
}

/**
 * The field for a runner's bib, the next free bib and a preview of the plate. For a runner without a bib, the field holds
 * the bib of the relay team (B2), else the next free bib: Enter assigns it, typing replaces it.
 */
export function BibChange({ runner, team, begun }: BibChangeProps) {
  const { eventId, assignBib, bibField } = useCommands();
  const [typedHere, setTyped] = useState(begun?.text ?? null);
  const [fault, setFault] = useState<string | null>(null);
  const busy = useCheckIn((state) => state.busy);
  const nextFree = useNextBib(eventId, runner.runId);
  const say = words.checkIn;
  const { teamBib, next } = bibsToOffer(runner, team, nextFree?.bib ?? null);
  const offered = runner.bib === null && team !== null ? next : null;
  const typed = typedHere ?? offered ?? "";
  const bib = typed.trim();
  const check = useBibCheck({ eventId, typed, runnerId: runner.id });
  const { takenBy, noSwap } = check ?? { takenBy: [], noSwap: null };
  const fieldRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (offered !== null && typedHere === null) fieldRef.current?.select();
  }, [offered, typedHere]);
  useBegunText(fieldRef, begun);
  const change = (text: string) => {
    setTyped(text);
    setFault(null);
  };
  // A scan fills the field (B4); Enter then assigns the bib or names its holder.
  useScan((code, instead) => {
    if (instead === null) change(code);
    else showToast("look", words.walkUp.scanDoubt(code, instead));
    fieldRef.current?.focus();
  });
  const refused = faultNow(typed, runner.bib);
  const assign = () => {
    if (bib === "") return;
    const read = readBib(typed);
    if (!read.ok || refused !== undefined) setFault(refused?.text ?? null);
    else if (noSwap !== null) setFault(takenText(takenBy, noSwap));
    else {
      assignBib(runner, read.value, {
        onInvalid: (code) => setFault(faultText(code, bib)),
        isAsked: () => fieldRef.current?.value === typed,
      });
    }
  };
  useImperativeHandle(bibField, () => ({ focus: () => fieldRef.current?.focus(), give: assign }));
  return (
    <Card label={say.bibTitle(runner.name)} className={styles["runner"]}>
      <BibPreview runner={runner} bib={bib === "" ? runner.bib : bib} />
      <div className={styles["bibForm"]}>
        <TextField
          label={say.bibLabel}
          hint={next === null ? undefined : say.bibOffer(next, teamBib !== null)}
          kind="bib"
          value={typed}
          onChange={change}
          onSubmit={assign}
          error={fault ?? undefined}
          note={refused ?? (bib === teamBib ? undefined : bibFieldNote(typed, check, nextFree))}
          inputRef={fieldRef}
          autoFocus
        />
        {next === null || next === bib ? null : (
          <Button
            onPress={() => {
              change(next);
              // The pressed button is removed, so the focus moves to the field, whose Enter assigns the bib.
              fieldRef.current?.focus();
            }}
          >
            {say.bibUseOffer(next, teamBib !== null)}
          </Button>
        )}
      </div>
      <BibActions
        bib={bib}
        now={runner.bib}
        isTaken={takenBy.length > 0}
        canSwap={noSwap === null}
        isAssigning={busy === "bib.assign"}
        onAssign={assign}
        onKeep={closeQuestion}
      />
    </Card>
  );
}

/** The bib of the relay team of a runner without one, if it has exactly one, and the bib to offer: that, else the next free one. */
function bibsToOffer({ bib }: RunnerRow, team: BibChangeProps["team"], free: string | null) {
  const teamBibs = new Set(bib === null ? team?.flatMap((member) => member.bib ?? []) : []);
  const [teamBib = null] = teamBibs.size === 1 ? teamBibs : [];
  return { teamBib, next: teamBib ?? free };
}

/** What Enter would refuse of the text at once: no bib, or the bib that the runner has. */
function faultNow(typed: string, now: string | null): Note | undefined {
  if (typed.trim() === "") return undefined;
  const read = readBib(typed);
  if (read.ok && read.value !== now) return undefined;
  return { tone: "look", text: read.ok ? words.checkIn.bibUnchanged : bibFaultText(typed) };
}

/** Places the caret, or the selection, for the key that opened the field. */
function useBegunText(
  fieldRef: RefObject<HTMLInputElement | null>,
  begun: BegunBib | undefined,
): void {
  useLayoutEffect(() => {
    if (begun === undefined) return;
    const end = begun.text.length;
    fieldRef.current?.focus();
    fieldRef.current?.setSelectionRange(begun.isReplaced ? 0 : end, end);
  }, [fieldRef, begun]);
}

/** The plate with the typed bib, beside the runner's name. */
function BibPreview({ runner, bib }: { readonly runner: RunnerRow; readonly bib: string | null }) {
  return (
    <div className={styles["who"]}>
      <Bib bib={bib} run={runMarkOfRunner(runner)} size="l" />
      <div className="shrinks">
        <h2 className={styles["runnerName"]}>
          <PersonName>{runner.name ?? words.ui.noName}</PersonName>
        </h2>
        <p className={styles["runnerMail"]}>{runner.email}</p>
      </div>
    </div>
  );
}

function faultText(code: string, bib: string): string {
  const say = words.checkIn;
  if (code === "bib-unchanged") return say.bibUnchanged;
  if (code === "bib-taken") return say.bibTakenTitle(bib);
  return code === "bib-invalid" || code === "invalid-input" ? bibFaultText(bib) : say.bibFailed;
}

interface BibActionsProps {
  readonly bib: string;
  readonly now: string | null;
  /** Another runner has the bib: Enter gives it to nobody, and shows the swap (B2). */
  readonly isTaken: boolean;
  readonly canSwap: boolean;
  readonly isAssigning: boolean;
  readonly onAssign: () => void;
  readonly onKeep: () => void;
}

function BibActions({
  bib,
  now,
  isTaken,
  canSwap,
  isAssigning,
  onAssign,
  onKeep,
}: BibActionsProps) {
  const say = words.checkIn;
  const notYet = bib === "" ? say.bibType : canSwap ? undefined : say.bibTypeOther;
  return (
    <div data-bar="" className={styles["actions"]}>
      <BigButton
        keycap={words.ui.enter}
        notYet={notYet}
        onNotYet={onAssign}
        busy={isAssigning ? say.bibGiving : undefined}
        onPress={onAssign}
      >
        {isTaken ? say.bibShowSwap : say.bibGive(bib.length > 12 ? "" : bib)}
      </BigButton>
      <Button size="xl" keycap={words.ui.esc} onPress={onKeep}>
        {say.keepBib(now)}
      </Button>
    </div>
  );
}
