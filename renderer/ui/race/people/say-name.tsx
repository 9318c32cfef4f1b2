import { useLayoutEffect, useState } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Button, IconButton } from "#renderer/ui/controls/buttons/button.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { PronunciationForm } from "./pronunciation-form.tsx";

export interface SayNameProps {
  readonly eventId: string;
  readonly runnerId: string;
  readonly name: string;
  /** The saved pronunciation. */
  readonly said: string | null;
  /** Shows only an icon, because the pronunciation is already shown beside the name. */
  readonly isIcon?: boolean;
  /** Called when the dialog opens and closes, for a screen with its own keys. */
  readonly onToggle?: ((isOpen: boolean) => void) | undefined;
}

/** A button with the pronunciation of a name, and the dialog that edits it (P7). */
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
