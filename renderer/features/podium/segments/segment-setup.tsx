import { useState } from "react";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { DialogActions } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { BeingSaved } from "#renderer/ui/fields/being-saved.ts";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import type { PodiumLine, PodiumSegment } from "#shared/contract/podium.ts";
import { announcedSetup } from "../slots/draft-sheet.ts";
import { DepthAndClock } from "./depth-and-clock.tsx";
import { mostPlaces, readCount } from "./segment-template.ts";
import { SheetLine } from "../sheet-line.tsx";
import styles from "../dialogs.module.css";

export interface SegmentSetupProps {
  readonly eventId: string;
  readonly runId: string;
  readonly segment: PodiumSegment;
  readonly onClose: () => void;
}

/** The name, number of places and clock of a segment (P2), its prizes and its history. */
export function SegmentSetup({ eventId, runId, segment, onClose }: SegmentSetupProps) {
  const [label, setLabel] = useState(segment.label);
  const [depth, setDepth] = useState(segment.depth === null ? "" : String(segment.depth));
  const [clock, setClock] = useState(segment.clock);
  const save = useCommand("segment.save");
  const remove = useCommand("segment.remove");
  const say = words.podiumSetup;
  const { segmentId, source } = segment;
  const places = readCount(depth, mostPlaces);
  const announced = places === null ? null : announcedSetup({ ...segment, depth: places, clock });

  async function submit(): Promise<void> {
    if (places === null || label.trim() === "") return;
    const declared = { segmentId, label: label.trim(), depth: places, clock };
    const reply = await save.run({ eventId, runId, segments: [declared] });
    if (reply?.ok === true) onClose();
  }
  async function removeSegment(): Promise<void> {
    const reply = await remove.run({ eventId, runId, segmentId });
    if (reply?.ok === true) onClose();
  }

  return (
    <>
      <p className={styles["quiet"]}>
        {source === "organizer" ? say.fromOrganizer : say.builtHere}
      </p>
      <BeingSaved value={save.isBusy}>
        <TextField
          label={say.label}
          value={label}
          error={label.trim() === "" ? say.labelNeeded : undefined}
          onChange={setLabel}
          maxLength={100}
        />
        <DepthAndClock
          depth={depth}
          clock={clock}
          clocks={["gun", "chip"]}
          onDepth={setDepth}
          onClock={setClock}
        />
      </BeingSaved>
      {announced === null ? null : (
        <Notice tone="look" title={words.podium.announcedAs(announced.clock, announced.depth)}>
          {say.changesAnnounced}
        </Notice>
      )}
      {segment.prizes.length === 0 ? null : <Prizes prizes={segment.prizes} />}
      <FailureNotice failure={save.error ?? remove.error} own={say.failures} />
      <History eventId={eventId} runId={runId} segmentId={segmentId} />
      <DialogActions>
        <BigButton
          busy={save.isBusy ? say.saving : undefined}
          notYet={places === null || label.trim() === "" ? say.labelNeeded : undefined}
          onPress={() => void submit()}
        >
          {say.save}
        </BigButton>
        {source === "here" ? (
          <Button icon="remove" isBusy={remove.isBusy} onPress={() => void removeSegment()}>
            {say.remove}
          </Button>
        ) : null}
        <Button onPress={onClose}>{words.ui.close}</Button>
      </DialogActions>
    </>
  );
}

interface HistoryProps extends Pick<SegmentSetupProps, "eventId" | "runId"> {
  readonly segmentId: string;
}

/** All changes of a segment, newest first. The journal keeps all of them (J2). */
function History({ eventId, runId, segmentId }: HistoryProps) {
  const history = useQuery("podium.history", { eventId, runId, segmentId }, { topics: ["podium"] });
  const say = words.podium;
  const lines = history.value?.lines ?? [];
  return (
    <section className={styles["history"]} aria-label={words.podiumSetup.history}>
      <h3>{words.podiumSetup.history}</h3>
      {lines.length === 0 ? <p>{say.historyNone}</p> : null}
      <ol>
        {lines.toReversed().map((line) => (
          <li key={line.entryId}>
            <p>
              <b>{say.history[line.kind]}</b> {say.historyBy(line.actor)}
              {line.openWarnings === null ? "" : `, ${say.historyWarnings(line.openWarnings)}`}
            </p>
            {line.reason === null ? null : <p dir="auto">{`“${line.reason}”`}</p>}
            <p className={styles["quiet"]}>
              <HistoryDetails line={line} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The sheet after a change, or the new clock and number of places. */
function HistoryDetails({ line: { declared, slots } }: { readonly line: PodiumLine }) {
  const say = words.podium;
  if (declared !== null) return say.clockAndDepth(declared.clock, declared.depth);
  if (slots.length === 0) return say.nobody;
  return <SheetLine slots={slots} />;
}

function Prizes({ prizes }: Pick<PodiumSegment, "prizes">) {
  const say = words.podiumSetup;
  return (
    <section className={styles["prizes"]}>
      <h3>{say.prizes}</h3>
      <ol>
        {prizes.map(({ place, prize }, index) => (
          <li key={index}>
            <b>{say.prizeFor(place)}</b> <bdi dir="auto">{prize}</bdi>
          </li>
        ))}
      </ol>
    </section>
  );
}
