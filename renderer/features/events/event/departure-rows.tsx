import type { EventDetail } from "#shared/contract/events.ts";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import type { FailureMessage } from "#renderer/i18n/en/errors.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { Progress } from "#renderer/ui/controls/page/progress.tsx";
import { PullWait } from "#renderer/ui/race/pull-wait.tsx";
import { StatusSentence } from "#renderer/ui/race/status-sentence.tsx";
import { downloadVerb, noteText, shareOf } from "./replica-messages.ts";
import { checkLooks } from "./departure-checks.ts";
import type { CheckAct, EventCheck } from "./departure-checks.ts";
import { TimeZoneQuestion } from "./time-zone-question.tsx";
import type { useCancelDownload } from "#renderer/ui/race/use-cancel-download.ts";
import styles from "../events-screen.module.css";

export interface DepartureRowsProps {
  readonly event: EventDetail;
  readonly checks: readonly EventCheck[];
  readonly onDownload: () => void;
  readonly cancelling: ReturnType<typeof useCancelDownload>;
}

/** The departure checks, each with its state, its text and the action that corrects it. */
export function DepartureRows({ event, checks, onDownload, cancelling }: DepartureRowsProps) {
  const makeBackup = useCommand("backup.make");
  const askAwards = useCommand("awards.refresh");
  const eventId = event.id;
  const acts: Readonly<Record<CheckAct, () => void>> = {
    download: onDownload,
    awards: () => void askAwards.run({ eventId }),
    podium: () => navigate("podium"),
    settings: () => navigate("settings"),
    backup: () => void makeBackup.run({}),
    sync: () => navigate("sync"),
  };
  const may: Readonly<Partial<Record<CheckAct, boolean>>> = {
    download: useMay("download.start") && event.download.state !== "downloading",
    backup: useMay("backup.make"),
  };
  const mayCancel = useMay("download.cancel");
  const mayKeepZone = useMay("event.setTimeZone");
  const troubles = {
    backup: makeBackup.error && failureMessage(makeBackup.error, words.settings.failures),
    awards: askAwards.error && failureMessage(askAwards.error, words.events.failures),
  } as const;
  const troubleOf = (id: EventCheck["id"]) =>
    id === "backup" || id === "awards" ? troubles[id] : null;
  /** The other acts open a screen, which is possible without a connection. */
  const busy: Readonly<Partial<Record<CheckAct, boolean>>> = {
    backup: makeBackup.isBusy,
    awards: askAwards.isBusy,
    download: false,
  };
  const notes = notesOf(event.download);

  return checks.map((check) => {
    const { act } = check;
    const trouble = troubleOf(check.id);
    const below = [
      check.id === "copy" && check.state === "running" ? (
        <Progress
          key="progress"
          label={words.events.downloadingLabel}
          share={shareOf(event.download)}
          onCancel={mayCancel ? cancelling.cancel : undefined}
          isCancelling={cancelling.isCancelling}
        />
      ) : null,
      check.id === "copy" && notes.length > 0 ? (
        <ul key="notes" className={styles["notes"]}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null,
      check.id === "zone" && check.state === "look" && mayKeepZone ? (
        <TimeZoneQuestion key="zone" eventId={eventId} />
      ) : null,
      check.id === "awards" && askAwards.isBusy ? <PullWait key="wait" isBusy /> : null,
      act === undefined || may[act] === false ? null : (
        <ActButton
          key="act"
          act={act}
          copy={event.download}
          isBusy={busy[act]}
          onPress={acts[act]}
        />
      ),
      trouble === null ? null : <Trouble key="trouble" {...trouble} />,
    ].filter((part) => part !== null);
    return (
      <StatusSentence
        key={check.id}
        {...checkLooks[check.state]}
        sentence={<b>{words.events.checks[check.id]}</b>}
        next={check.text}
        end={check.end}
      >
        {below.length === 0 ? undefined : below}
      </StatusSentence>
    );
  });
}

/** The notes that no check of its own says. */
const notesOf = ({ notes }: EventDetail["download"]): string[] =>
  notes
    .filter((note) => note.code !== "counts-differ" && note.code !== "time-zone-unknown")
    .map(noteText)
    .filter((note) => note !== undefined);

function Trouble({ title, text }: FailureMessage) {
  return (
    <span role="alert">
      <FieldNote note={{ tone: "stop", text: `${title}. ${text}` }} />
    </span>
  );
}

interface ActButtonProps {
  readonly copy: EventDetail["download"];
  readonly act: CheckAct;
  /** Undefined if the act gives no command. */
  readonly isBusy: boolean | undefined;
  readonly onPress: () => void;
}

function ActButton({ copy, act, isBusy, onPress }: ActButtonProps) {
  const label = act === "download" ? downloadVerb(copy) : words.departure.acts[act];
  return (
    <div className={styles["act"]}>
      <Button size="s" isBusy={isBusy} onPress={onPress}>
        {act === "backup" && isBusy === true ? words.departure.making : label}
      </Button>
    </div>
  );
}
