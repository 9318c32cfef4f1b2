import { useState } from "react";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { DialogActions } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { SegmentedControl } from "#renderer/ui/controls/buttons/segmented-control.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { readCount } from "../segments/segment-template.ts";
import type { PodiumRun } from "../board/use-segments.ts";
import { AwardSheet } from "./award-sheet.tsx";
import { FinishSheet } from "./finish-sheet.tsx";
import { Paper } from "./paper.tsx";
import { SavePaperButton, SavePaperProblem, useSavePaper } from "./save-paper.tsx";
import { sheetChoices } from "./sheet-choices.ts";
import type { SheetChoices } from "./sheet-choices.ts";

const mostLines = 2_000;

type Which = keyof SheetChoices;

export interface PrintFormProps {
  readonly eventId: string;
  readonly eventName: string;
  readonly run: PodiumRun;
  readonly segments: readonly PodiumSegment[];
  readonly timeZone: string | null;
  readonly onClose: () => void;
}

/** Chooses the sheets to print or to save. While the form is open, the sheets are in the page for the printer only. */
export function PrintForm(props: PrintFormProps) {
  const { eventId, eventName, run, segments, timeZone, onClose } = props;
  const paper = useSavePaper();
  const [kind, setKind] = useState<"awards" | "finish">("awards");
  const sheets = sheetChoices(segments);
  const [which, setWhich] = useState<Which>(sheets.announced.length > 0 ? "announced" : "filled");
  const [lines, setLines] = useState("96");
  const say = words.podiumPrint;
  const chosen = sheets[which];
  const count = readCount(lines, mostLines);
  const linesFault = count === null ? say.linesFault : undefined;
  const nothing = chosen.length === 0 ? say.nothing : undefined;
  const notYet = kind === "awards" ? nothing : linesFault;

  async function savePdf(): Promise<void> {
    const isSaved = await paper.save(
      kind === "awards"
        ? { what: "award-sheets", eventId, runId: run.id }
        : { what: "finish-sheet", eventId, runId: null },
    );
    if (isSaved) onClose();
  }

  return (
    <>
      <SegmentedControl
        label={say.what}
        hint={kind === "awards" ? say.awardsHint : say.finishHint}
        choices={[
          { value: "awards", label: say.awards },
          { value: "finish", label: say.finish },
        ]}
        value={kind}
        onChange={setKind}
      />
      {kind === "awards" ? (
        <SegmentedControl
          label={say.which}
          choices={[
            { value: "announced", label: say.announcedOnly(sheets.announced.length) },
            { value: "filled", label: say.filled(sheets.filled.length) },
            { value: "all", label: say.all(sheets.all.length) },
          ]}
          value={which}
          onChange={setWhich}
        />
      ) : (
        <TextField
          label={say.lines}
          value={lines}
          error={linesFault}
          onChange={setLines}
          maxLength={4}
        />
      )}
      <SavePaperProblem paper={paper} />
      <DialogActions>
        <BigButton isLocal notYet={notYet} onPress={() => window.print()}>
          {say.print}
        </BigButton>
        <SavePaperButton paper={paper} notYet={notYet} onPress={() => void savePdf()} />
        <Button onPress={onClose}>{words.ui.cancel}</Button>
      </DialogActions>
      <Paper>
        {kind === "awards"
          ? chosen.map((segment) => (
              <AwardSheet
                key={segment.segmentId}
                eventName={eventName}
                run={run}
                segment={segment}
                timeZone={timeZone}
              />
            ))
          : null}
        {kind === "finish" && count !== null ? (
          <FinishSheet eventName={eventName} lines={count} timeZone={timeZone} />
        ) : null}
      </Paper>
    </>
  );
}
