import { useState } from "react";
import type {
  JournalMirrorView,
  JournalImport,
  JournalWriter,
} from "#shared/contract/journal-mirror.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { WithFlags } from "#renderer/ui/controls/page/with-flags.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import type { Note } from "#renderer/ui/fields/field-note.tsx";
import { formatDayAndTime } from "#renderer/i18n/format.ts";
import { ImportJournalDialog } from "./import-journal-dialog.tsx";
import { SettingsSection } from "../settings-section.tsx";
import styles from "../settings-screen.module.css";

const say = words.settings.journalMirror;

/** The commands of the card. The failure of an earlier press says nothing about a later one. */
function useMirrorCommands() {
  const choose = useCommand("journalMirror.choose");
  const end = useCommand("journalMirror.end");
  const look = useCommand("journalMirror.preview");
  const importing = useCommand("journalMirror.import");
  /** Unknown computers with new entries; a person is asked before their import (J11). */
  const [unknownWriters, setUnknownWriters] = useState<readonly JournalWriter[]>([]);
  const clear = (): void => {
    for (const command of [choose, end, look, importing]) command.clear();
  };
  return {
    choose,
    end,
    look,
    importing,
    unknownWriters,
    setUnknownWriters,
    press(command: typeof choose | typeof end): void {
      clear();
      void command.run({});
    },
    async lookThenImport(): Promise<void> {
      clear();
      const reply = await look.run({});
      if (reply?.ok !== true) return;
      const unknown = reply.value.writers.filter(({ isKnown }) => !isKnown);
      if (unknown.length > 0) setUnknownWriters(unknown);
      else await importing.run({ asSeen: true });
    },
  };
}

/** The folder and the state of the journal mirror, and the import from one (J9). */
export function JournalMirrorCard() {
  const mirror = useQuery(
    "journalMirror.get",
    {},
    { topics: ["backups", "roster", "finish", "podium"] },
  );
  const commands = useMirrorCommands();
  const { choose, end, look, importing, press, lookThenImport } = commands;
  const { unknownWriters, setUnknownWriters } = commands;
  if (mirror.value === null) return null;
  const { folder, canChoose, importsFrom, isSetAtStart, isCutShort } = mirror.value;
  const failure = choose.error ?? end.error ?? look.error ?? importing.error ?? mirror.error;
  return (
    <SettingsSection title={say.title} lead={say.lead}>
      <Progress mirror={mirror.value} />
      {isCutShort ? (
        <Notice tone="look" title={say.cutShort.title}>
          {say.cutShort.text}
        </Notice>
      ) : null}
      {isSetAtStart ? (
        <p className={styles["path"]}>
          <WithFlags text={say.setAtStart} />
        </p>
      ) : canChoose ? null : (
        <p className={styles["path"]}>
          <WithFlags text={say.notHere} />
        </p>
      )}
      <div className={styles["buttons"]}>
        {canChoose ? (
          <Button icon="folder" isBusy={choose.isBusy} onPress={() => press(choose)}>
            {choose.isBusy ? say.choosing : folder === null ? say.choose : say.other}
          </Button>
        ) : null}
        {canChoose && folder !== null ? (
          <Button kind="quiet" isBusy={end.isBusy} onPress={() => press(end)}>
            {say.end}
          </Button>
        ) : null}
        {importsFrom === null ? null : (
          <Button
            kind="quiet"
            icon="retry"
            isBusy={look.isBusy || importing.isBusy}
            onPress={() => void lookThenImport()}
          >
            {look.isBusy || importing.isBusy ? say.importing : say.import[importsFrom]}
          </Button>
        )}
      </div>
      <div className={styles["found"]} aria-live="polite">
        {importing.value === null
          ? null
          : notesOf(importing.value).map((note) => (
              <FieldNote key={note.text} size="m" note={note} />
            ))}
      </div>
      {unknownWriters.length === 0 ? null : (
        <ImportJournalDialog
          writers={unknownWriters}
          onClose={() => setUnknownWriters([])}
          onImport={() => {
            setUnknownWriters([]);
            void importing.run({ asSeen: true });
          }}
        />
      )}
      {failure?.code === "cancelled" ? null : (
        <FailureNotice failure={failure} own={say.failures} />
      )}
    </SettingsSection>
  );
}

function Progress({ mirror }: { readonly mirror: JournalMirrorView }) {
  const { folder, behind, missing, why, lastAtMs, isSameDisk } = mirror;
  if (folder === null) return <p>{say.off}</p>;
  return (
    <>
      {why === null ? (
        <p>{behind === 0 ? say.writing : say.following(behind)}</p>
      ) : (
        <Notice tone="stop" title={say.behind.title}>
          {say.behind.text(behind, say.why[why])}
        </Notice>
      )}
      {missing > 0 ? (
        <Notice tone="stop" title={say.missing.title}>
          {say.missing.text(missing)}
        </Notice>
      ) : null}
      <p className={styles["path"]}>
        {say.folder(folder)}
        {lastAtMs === null ? null : `, ${say.lastAt(formatDayAndTime(lastAtMs))}`}
      </p>
      {isSameDisk ? <FieldNote size="m" note={{ tone: "look", text: say.sameDisk }} /> : null}
    </>
  );
}

function notesOf(counts: JournalImport): Note[] {
  const { taken, known, refused, refusedAsOwn, otherFiles, laterFiles, writers, inDoubt } = counts;
  const notes: Note[] = [{ tone: "done", text: say.broughtBack(taken, known) }];
  for (const { signer, entries } of writers) {
    if (signer === null) notes.push({ tone: "look", text: say.unsigned(entries) });
    else notes.push({ tone: "done", text: say.writtenBy(signer, entries) });
  }
  if (inDoubt > 0) notes.push({ tone: "look", text: say.inDoubt(inDoubt) });
  if (refused > refusedAsOwn) {
    notes.push({ tone: "stop", text: say.refused(refused - refusedAsOwn) });
  }
  if (refusedAsOwn > 0) notes.push({ tone: "stop", text: say.refusedAsOwn(refusedAsOwn) });
  if (otherFiles > 0) notes.push({ tone: "stop", text: say.otherFiles(otherFiles) });
  if (laterFiles > 0) notes.push({ tone: "stop", text: say.laterFiles(laterFiles) });
  return notes;
}
