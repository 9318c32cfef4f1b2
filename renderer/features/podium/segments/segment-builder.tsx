import { useState } from "react";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { DialogActions } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { Checkbox } from "#renderer/ui/controls/buttons/checkbox.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { SegmentedControl } from "#renderer/ui/controls/buttons/segmented-control.tsx";
import { BeingSaved } from "#renderer/ui/fields/being-saved.ts";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import { keyScrolled } from "#renderer/ui/controls/lists/key-scrolled.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { segmentsFromTemplate } from "#shared/domain/podium/segment.ts";
import { FetchAwards, RawAnswer } from "../awards-note.tsx";
import { DepthAndClock } from "./depth-and-clock.tsx";
import {
  bandChoices,
  clockChoices,
  emptyTemplate,
  readBands,
  readTemplate,
} from "./segment-template.ts";
import type { TemplateForm } from "./segment-template.ts";
import type { PodiumAnswer } from "../board/use-segments.ts";
import styles from "../dialogs.module.css";

/** Maximum number of segments in one command. */
const mostAtOnce = 200;

export interface SegmentBuilderProps {
  readonly eventId: string;
  readonly runId: string;
  readonly awards: PodiumAnswer["awards"];
  readonly segments: readonly PodiumSegment[];
  readonly onClose: () => void;
}

/** Builds the segments of a run from a template, with ids in the form of the API (P3). Existing segments stay. */
export function SegmentBuilder({ eventId, runId, awards, segments, onClose }: SegmentBuilderProps) {
  const [form, setForm] = useState<TemplateForm>(emptyTemplate);
  const save = useCommand("segment.save");
  const say = words.podiumSetup;
  const change = (part: Partial<TemplateForm>): void =>
    setForm((before) => ({ ...before, ...part }));
  const template = readTemplate(form);
  const existing = new Set(segments.map(({ segmentId }) => segmentId));
  const templated = template === null ? [] : segmentsFromTemplate(template);
  const added = templated.filter(({ segmentId }) => !existing.has(segmentId));

  async function submit(): Promise<void> {
    if (added.length === 0 || added.length > mostAtOnce) return;
    const reply = await save.run({
      eventId,
      runId,
      segments: added.map(({ segmentId, form, depth, clock }) => ({
        segmentId,
        label: say.segmentLabel(form),
        depth,
        clock,
      })),
    });
    if (reply?.ok === true) onClose();
  }

  return (
    <>
      {awards.state === "unrecognised" ? <RawAnswer raw={awards.raw} /> : null}
      <BeingSaved value={save.isBusy}>
        <TemplateFields form={form} onChange={change} />
      </BeingSaved>
      {added.length === 0 ? null : (
        <section className={styles["preview"]} aria-label={say.preview}>
          <h3>{say.preview}</h3>
          <ul {...keyScrolled}>
            {added.map(({ segmentId, form }) => (
              <li key={segmentId}>
                <bdi dir="auto">{say.segmentLabel(form)}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {templated.length > added.length ? (
        <p>{say.alreadyHere(templated.length - added.length)}</p>
      ) : null}
      <FailureNotice failure={save.error} />
      <div className={styles["source"]}>
        {awards.fetchedAtMs === null ? null : <span>{say.awards.fetched(awards.fetchedAtMs)}</span>}
        <FetchAwards eventId={eventId} />
      </div>
      <DialogActions>
        <BigButton
          busy={save.isBusy ? say.adding : undefined}
          notYet={
            added.length === 0
              ? say.nothingNew
              : added.length > mostAtOnce
                ? say.tooMany
                : undefined
          }
          onPress={() => void submit()}
        >
          {say.add(added.length)}
        </BigButton>
        <Button onPress={onClose}>{words.ui.cancel}</Button>
      </DialogActions>
    </>
  );
}

interface TemplateFieldsProps {
  readonly form: TemplateForm;
  readonly onChange: (part: Partial<TemplateForm>) => void;
}

function TemplateFields({ form, onChange: change }: TemplateFieldsProps) {
  const say = words.podiumSetup;
  return (
    <>
      <div className={styles["pair"]}>
        <Checkbox isChosen={form.overall} onChange={(overall) => change({ overall })}>
          {say.overall}
        </Checkbox>
        <TextField
          label={say.sexes}
          hint={say.sexesHint}
          placeholder={say.sexesPlaceholder}
          value={form.sexes}
          onChange={(sexes) => change({ sexes })}
          maxLength={300}
        />
      </div>
      <SegmentedControl
        label={say.bands}
        choices={bandChoices.map((value) => ({ value, label: say.bandChoices[value] }))}
        value={form.bands}
        onChange={(bands) => change({ bands })}
      />
      {form.bands === "own" ? (
        <TextField
          label={say.ownBands}
          hint={say.ownBandsHint}
          placeholder={say.ownBandsPlaceholder}
          value={form.ownBands}
          error={readBands(form.ownBands) === null ? say.ownBandsFault : undefined}
          onChange={(ownBands) => change({ ownBands })}
          maxLength={400}
        />
      ) : null}
      <TextField
        label={say.specials}
        hint={say.specialsHint}
        placeholder={say.specialsPlaceholder}
        value={form.specials}
        onChange={(specials) => change({ specials })}
        maxLength={1_000}
      />
      <DepthAndClock
        depth={form.depth}
        clock={form.clock}
        clocks={clockChoices}
        clockHint={say.clockHint}
        onDepth={(depth) => change({ depth })}
        onClock={(clock) => change({ clock })}
      />
    </>
  );
}
