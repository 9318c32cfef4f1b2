import { useState } from "react";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/big-button.tsx";
import { Button } from "#renderer/ui/button.tsx";
import { Dialog } from "#renderer/ui/dialog.tsx";
import { TextField } from "#renderer/ui/text-field.tsx";
import type { RunnerCard } from "#shared/contract/roster.ts";
import { useCheckIn } from "./check-in-store.ts";
import type { Orders } from "./use-orders.ts";

const longestReason = 500;

export interface OverrideDialogProps {
  readonly card: RunnerCard;
  readonly orders: Orders;
  readonly isOpen: boolean;
}

/** A check-in that would be refused passes with a person's reason, which is kept (C1, C2, J3). */
export function OverrideDialog({ card, orders, isOpen }: OverrideDialogProps) {
  const askReason = useCheckIn((state) => state.askReason);
  return (
    <Dialog
      title={words.checkIn.reasonTitle(card.runner.name)}
      isOpen={isOpen}
      onClose={() => askReason(false)}
    >
      <ReasonForm card={card} orders={orders} />
    </Dialog>
  );
}

function ReasonForm({ card, orders }: Omit<OverrideDialogProps, "isOpen">) {
  const [reason, setReason] = useState("");
  const busy = useCheckIn((state) => state.busy);
  const askReason = useCheckIn((state) => state.askReason);
  const say = words.checkIn;
  const given = reason.trim();
  const submit = () => {
    if (given !== "") orders.checkIn(card, given);
  };
  return (
    <>
      <TextField
        label={say.reasonLabel}
        hint={say.reasonHint}
        placeholder={say.reasonPlaceholder}
        value={reason}
        onChange={setReason}
        onSubmit={submit}
        maxLength={longestReason}
        autoFocus
      />
      <BigButton
        keycap={say.enter}
        notYet={given === "" ? say.reasonNeeded : undefined}
        busy={busy === "checkIn.perform" ? say.checkingIn : undefined}
        onPress={submit}
      >
        {say.checkIn}
      </BigButton>
      <Button keycap={say.esc} onPress={() => askReason(false)}>
        {say.cancel}
      </Button>
    </>
  );
}
