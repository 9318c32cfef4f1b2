import { useState } from "react";
import { clearStoredTexts } from "#renderer/client/navigation/stored-text.ts";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { SegmentedControl } from "#renderer/ui/controls/buttons/segmented-control.tsx";
import { ConfirmDialog } from "#renderer/ui/controls/dialogs/confirm-dialog.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";

const say = words.settings.wipe;

const exportChoices = (["keep", "erase"] as const).map((value) => ({
  value,
  label: say.exportChoices[value],
}));

/** Whatever may be saved or sent while the dialog is open. */
const topics = ["roster", "podium", "finish", "outbox", "backups", "exports", "devices"] as const;

export interface WipeDialogProps {
  /** This window holds something that was typed and not saved. */
  readonly isUnsaved: boolean;
  readonly onClose: () => void;
}

/** Says what a wipe erases and what stops it, and asks for a typed word (K4). */
export function WipeDialog({ isUnsaved, onClose }: WipeDialogProps) {
  const look = useQuery("wipe.look", {}, { topics });
  const perform = useCommand("wipe.perform");
  const [typed, setTyped] = useState("");
  const [choice, setChoice] = useState<"keep" | "erase">("keep");
  const view = look.value;
  const stops = view?.stops.map((stop) => say.stops[stop.code](stop)) ?? [];
  if (isUnsaved) stops.push(say.unsaved);
  const isStopped = view === null || stops.length > 0;
  const isTyped = typed.trim().toUpperCase() === say.word;

  async function erase(): Promise<void> {
    if (isStopped || !isTyped) return;
    const { entries } = view.counts;
    const reply = await perform.run({ entries, keepsExports: choice === "keep" });
    if (reply?.ok !== true) {
      look.refresh();
      return;
    }
    clearStoredTexts();
    navigate("check-in");
    // The window forgets what it still shows of the people.
    location.reload();
  }

  return (
    <ConfirmDialog
      title={say.ask}
      onClose={onClose}
      action={{
        label: say.now,
        icon: "remove",
        isBusy: perform.isBusy,
        notYet: isStopped ? say.stopped : isTyped ? undefined : say.notTyped,
        run: () => void erase(),
      }}
    >
      {view === null ? null : <p>{say.what(view)}</p>}
      {stops.map(({ title, text }) => (
        <Notice key={title} tone="stop" title={title}>
          {text}
        </Notice>
      ))}
      {isStopped ? null : (
        <>
          <p>
            {say.outside} {view.outside.length === 0 ? null : say.folders(view.outside)}
          </p>
          {view.exports === 0 ? null : (
            <>
              <SegmentedControl
                label={say.exports(view.exports)}
                choices={exportChoices}
                value={choice}
                onChange={setChoice}
              />
              <p>{say.exportsText}</p>
            </>
          )}
          <TextField label={say.type} value={typed} onChange={setTyped} maxLength={20} />
        </>
      )}
      <FailureNotice failure={perform.error ?? look.error} own={say.failures} />
    </ConfirmDialog>
  );
}
