import { useState } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { ReasonForm } from "#renderer/ui/race/forms/reason-form.tsx";
import type { RunnerCard } from "#shared/contract/roster.ts";
import { useCheckIn } from "../check-in-store.ts";
import { useCommands } from "../commands/use-check-in-commands.ts";
import { isHere, judgeCard } from "./verdict.ts";

export interface OverrideDialogProps {
  readonly card: RunnerCard;
  readonly isOpen: boolean;
}

/** Checks in despite a warning, with a person's reason, which the journal keeps (C1, C2, J3). */
export function OverrideDialog({ card, isOpen }: OverrideDialogProps) {
  const { checkIn } = useCommands();
  const askReason = useCheckIn((state) => state.askReason);
  const isBusy = useCheckIn((state) => state.busy === "checkIn.perform");
  const say = words.checkIn;
  const close = (): void => askReason(false);
  /** Kept when the dialog is closed, so that nobody types it twice. */
  const [reason, setReason] = useState("");
  return (
    <Dialog
      title={say.reasonTitle(card.runner.name, isHere(judgeCard(card)))}
      isOpen={isOpen}
      onClose={close}
    >
      <ReasonForm
        first={reason}
        onChange={setReason}
        label={say.reasonLabel}
        hint={say.reasonHint}
        placeholder={say.reasonPlaceholder}
        needed={say.reasonNeeded}
        go={say.checkIn}
        busy={isBusy ? say.checkingIn : undefined}
        onGiven={(reason) => checkIn(card, reason)}
        onCancel={close}
      />
    </Dialog>
  );
}
