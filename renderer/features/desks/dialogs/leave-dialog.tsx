import type { Desks } from "#shared/contract/desks.ts";
import { words } from "#renderer/i18n/words.ts";
import { CommandDialog } from "#renderer/ui/controls/dialogs/command-dialog.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";

const say = words.desks.leave;

export interface LeaveDialogProps {
  /** While the hub answers, it gets the entries soon. Without that, the owner may leave all the same (M3). */
  readonly link: Desks["link"];
  readonly onClose: () => void;
}

/** Asks before the link to the hub ends. */
export function LeaveDialog({ link, onClose }: LeaveDialogProps) {
  const { unsent } = link;
  const isComing = link.state === "up" && unsent !== null && unsent > link.refused;
  const isLost = unsent !== 0 && !isComing;
  const { title, text } = isLost ? describeLoss(link) : words.desks.failures.unsent;
  return (
    <CommandDialog
      title={say.title}
      action={{
        label: !isLost ? say.now : unsent === null ? say.nowUnknown : say.nowUnsent,
        icon: "leave",
        notYet: isComing ? words.desks.link.unsent(unsent) : undefined,
      }}
      command="desk.leave"
      input={{ evenUnsent: isLost }}
      failures={words.desks.failures}
      onClose={onClose}
    >
      <p>{say.text}</p>
      <p>{say.key}</p>
      {unsent !== 0 ? (
        <Notice tone="look" title={title}>
          {text}
        </Notice>
      ) : null}
    </CommandDialog>
  );
}

/** What the hub lacks when nobody can wait for it. */
function describeLoss({ state, why, unsent }: Desks["link"]) {
  if (state === "up" && unsent !== null) return say.refused(unsent);
  const text =
    why === "not-saved" ? say.diskFull : state === "refused" ? say.noAccess : say.hubGone;
  return { title: say.unsent(unsent), text };
}
