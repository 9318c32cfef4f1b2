import type { JournalWriter } from "#shared/contract/journal-mirror.ts";
import { words } from "#renderer/i18n/words.ts";
import { ConfirmDialog } from "#renderer/ui/controls/dialogs/confirm-dialog.tsx";
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
    <ConfirmDialog title={say.title} onClose={onClose} action={{ label: say.take, run: onImport }}>
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
    </ConfirmDialog>
  );
}
