import { useState } from "react";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button, IconButton } from "#renderer/ui/controls/buttons/button.tsx";
import { DialogActions } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { Checkbox } from "#renderer/ui/controls/buttons/checkbox.tsx";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import styles from "../dialogs.module.css";

export interface ExclusionGroupsFormProps {
  readonly eventId: string;
  readonly runId: string;
  readonly groups: readonly (readonly string[])[];
  readonly segments: readonly PodiumSegment[];
  readonly onClose: () => void;
}

/** Groups of segments in which a runner wins only one award (P4). No groups by default. */
export function ExclusionGroupsForm({
  eventId,
  runId,
  groups,
  segments,
  onClose,
}: ExclusionGroupsFormProps) {
  const [drafts, setDrafts] = useState(groups.length > 0 ? groups : [[]]);
  const save = useCommand("group.save");
  const say = words.podiumSetup;
  const isShort = drafts.some((group) => group.length === 1);

  const toggle = (at: number, segmentId: string, isIn: boolean): void =>
    setDrafts((before) =>
      before.map((group, index) => {
        if (index !== at) return group;
        const others = group.filter((id) => id !== segmentId);
        return isIn ? [...others, segmentId] : others;
      }),
    );
  async function submit(): Promise<void> {
    if (isShort) return;
    const reply = await save.run({
      eventId,
      runId,
      groups: drafts.filter((group) => group.length > 1).map((group) => [...group]),
    });
    if (reply?.ok === true) onClose();
  }

  return (
    <>
      <p>{say.groupsText}</p>
      {drafts.length === 0 ? <p className={styles["quiet"]}>{say.noGroups}</p> : null}
      {drafts.map((group, at) => (
        <section key={at} className={styles["group"]} aria-label={say.group(at + 1)}>
          <header>
            <h3>{say.group(at + 1)}</h3>
            <IconButton
              icon="remove"
              label={say.removeGroup(at + 1)}
              onPress={() => setDrafts((before) => before.toSpliced(at, 1))}
            />
          </header>
          <div className={styles["checks"]}>
            {segments.map(({ segmentId, label }) => (
              <Checkbox
                key={segmentId}
                isChosen={group.includes(segmentId)}
                onChange={(isIn) => toggle(at, segmentId, isIn)}
              >
                <bdi dir="auto">{label}</bdi>
              </Checkbox>
            ))}
          </div>
        </section>
      ))}
      <Button icon="add" onPress={() => setDrafts((before) => [...before, []])}>
        {say.newGroup}
      </Button>
      <FailureNotice failure={save.error} />
      <DialogActions>
        <BigButton
          notYet={isShort ? say.groupNeedsTwo : undefined}
          busy={save.isBusy ? say.saving : undefined}
          onPress={() => void submit()}
        >
          {say.save}
        </BigButton>
        <Button onPress={onClose}>{words.ui.cancel}</Button>
      </DialogActions>
    </>
  );
}
