import { useLayoutEffect, useState } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Button, IconButton } from "#renderer/ui/controls/buttons/button.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { PronunciationForm } from "./pronunciation-form.tsx";

export interface SayNameProps {
  readonly eventId: string;
  readonly runnerId: string;
  readonly name: string;
  /** What is kept so far. */
  readonly said: string | null;
  /** Only the sign: what is kept stands beside the name already. */
  readonly isIcon?: boolean;
  /** For a screen whose keys mean something else: called when the dialog opens and when it is gone. */
  readonly onToggle?: ((isOpen: boolean) => void) | undefined;
}

/** How a runner's name is said, and the dialog that keeps it (P7). */
export function SayName({ eventId, runnerId, name, said, isIcon = false, onToggle }: SayNameProps) {
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    onToggle?.(true);
    return () => onToggle?.(false);
  }, [isOpen, onToggle]);
  const { podium } = words;
  const open = (): void => setOpen(true);
  return (
    <>
      {isIcon ? (
        <IconButton icon="announce" label={podium.sayLabel(name)} kind="plain" onPress={open} />
      ) : (
        <Button
          kind="quiet"
          size="s"
          icon="announce"
          label={`${said ?? podium.sayButton}. ${podium.sayLabel(name)}`}
          onPress={open}
        >
          {said ?? podium.sayButton}
        </Button>
      )}
      {isOpen ? (
        <Dialog title={podium.sayTitle} isOpen onClose={() => setOpen(false)}>
          <PronunciationForm
            eventId={eventId}
            runnerId={runnerId}
            name={name}
            said={said}
            onDone={() => setOpen(false)}
            isWholeDialog
          />
        </Dialog>
      ) : null}
    </>
  );
}
