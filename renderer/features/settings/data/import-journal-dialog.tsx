import type { JournalWriter } from "#shared/contract/journal-mirror.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { formatDayAndTime } from "#renderer/i18n/format.ts";

const say = words.settings.journalMirror.unknownWriters;

export interface ImportJournalDialogProps {
  readonly writers: readonly JournalWriter[];
  readonly onImport: () => void;
  readonly onClose: () => void;
}

/** Describes the entries of unknown computers and asks before their import (J11). */
export function ImportJournalDialog({ writers, onImport, onClose }: ImportJournalDialogProps) {
  return (
    <Dialog
      isOpen
      isAlert
      title={say.title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{words.ui.cancel}</Button>
          <Button onPress={onImport}>{say.take}</Button>
        </>
      }
    >
      <p>{say.text}</p>
      {writers.map((writer) => (
        <div key={writer.signer}>
          <p>
            <strong>{say.who(writer.signer)}</strong>
          </p>
          <p>{say.what(writer)}</p>
          <p>{say.byWhom(writer.operators, writer.desks)}</p>
          {writer.firstAtMs === null || writer.lastAtMs === null ? null : (
            <p>{say.when(formatDayAndTime(writer.firstAtMs), formatDayAndTime(writer.lastAtMs))}</p>
          )}
        </div>
      ))}
    </Dialog>
  );
}
