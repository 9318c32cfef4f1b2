import type { Connection } from "#shared/contract/connection.ts";
import { navigate } from "#renderer/client/route.ts";
import { useCommand } from "#renderer/client/use-command.ts";
import { useDesk } from "#renderer/client/use-desk.ts";
import { useKey } from "#renderer/client/use-key.ts";
import { useNow } from "#renderer/client/use-now.ts";
import { useQuery } from "#renderer/client/use-query.ts";
import { failureWords } from "#renderer/i18n/failure-words.ts";
import { formatDay } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/big-button.tsx";
import { Button } from "#renderer/ui/button.tsx";
import { Card, Notice } from "#renderer/ui/card.tsx";
import { Progress } from "#renderer/ui/progress.tsx";
import { QueueSentence } from "#renderer/ui/queue-sentence.tsx";
import { RunTag } from "#renderer/ui/run-tag.tsx";
import { noteWords, shareOf } from "./copy-words.ts";
import { EventAbout } from "./event-about.tsx";
import { checkEvent, checkIcon } from "./event-checks.ts";
import { EventPicture } from "./event-picture.tsx";
import { MadeEvent } from "./made-event.tsx";
import { TimeZoneAsk } from "./time-zone-ask.tsx";
import styles from "./events-room.module.css";

const tones = {
  fine: "done",
  look: "look",
  stop: "stop",
  waiting: "plain",
  running: "plain",
} as const;

export interface EventPanelProps {
  readonly eventId: string;
  readonly connection: Connection | null;
  /** Something else on the screen is what Enter does. */
  readonly isQuiet: boolean;
}

/** One event: what is known of its copy, and what can be done with it. */
export function EventPanel({ eventId, connection, isQuiet }: EventPanelProps) {
  const nowMs = useNow(10_000);
  const event = useQuery("event.get", { eventId }, { topics: ["events", "download"] });
  const backups = useQuery("backup.list", {}, { topics: ["backups"] });
  const desk = useDesk();
  const download = useCommand("download.start");
  const cancel = useCommand("download.cancel");
  const open = useCommand("event.open");

  const detail = event.value;
  const isOpen = desk.value?.currentEventId === eventId;
  const state = detail?.download.state;
  const start = (): void => void download.run({ eventIds: [eventId] });
  async function goIn(): Promise<void> {
    if (!isOpen) {
      const reply = await open.run({ eventId });
      if (reply?.ok !== true) return;
    }
    navigate("check-in");
  }
  // Somebody at the door comes first: a copy that was whole once can always be opened.
  const isWhole = detail !== null && detail.download.completedAtMs !== null;
  const isMissingThere =
    detail !== null && detail.delivery !== null && detail.delivery !== "confirmed";
  const main =
    isMissingThere || state === undefined || (state === "downloading" && !isWhole)
      ? null
      : isWhole || state === "incomplete"
        ? {
            verb: isOpen ? words.events.goToCheckIn : words.events.open,
            busy: words.events.opening,
            act: () => void goIn(),
          }
        : {
            verb: state === "absent" ? words.events.download : words.events.resume,
            busy: words.events.asking,
            act: start,
          };
  useKey("Enter", isQuiet || main === null ? null : main.act);

  if (detail === null || connection === null) return null;
  const failure = download.error ?? open.error ?? cancel.error;
  const saying = failure === null ? null : failureWords(failure, words.events.failures);
  const checks = checkEvent({
    event: detail,
    connection,
    lastBackupAtMs: backups.error === null ? (backups.value?.backups[0]?.atMs ?? null) : undefined,
    nowMs,
  });
  const fine = checks.filter((check) => check.state === "fine").length;
  const notes = detail.download.notes
    .filter((note) => note.code !== "counts-differ" && note.code !== "time-zone-unknown")
    .map(noteWords)
    .filter((note) => note !== undefined);
  const { download: copy } = detail;
  return (
    <>
      <Card isBare label={detail.name} className={styles["panel"]}>
        {detail.hasCoverImage || detail.hasCardImage ? (
          <EventPicture
            of="event"
            id={eventId}
            which={detail.hasCoverImage ? "cover" : "card"}
            name={detail.name}
          />
        ) : null}
        <header className={styles["head"]}>
          <div>
            <h2>
              <bdi dir="auto">{detail.name}</bdi>
            </h2>
            <p>
              {formatDay(detail.date)}
              {detail.startTime === null && detail.place === null ? null : ", "}
              <bdi dir="auto">{words.events.place(detail.place, detail.startTime)}</bdi>
            </p>
            <div className={styles["runs"]}>
              {detail.runs.map((run) => (
                <RunTag key={run.id} run={{ name: run.label, order: run.position + 1 }} />
              ))}
            </div>
          </div>
          {isMissingThere ? null : (
            <p
              className={styles["score"]}
              aria-label={words.events.check.count(fine, checks.length)}
            >
              <b>{fine}</b>/{checks.length}
            </p>
          )}
        </header>
        <MadeEvent event={detail} />
        <div className={styles["checks"]}>
          {(isMissingThere ? [] : checks).map((check) => (
            <QueueSentence
              key={check.id}
              icon={checkIcon[check.state]}
              tone={tones[check.state]}
              sentence={<b>{words.events.checks[check.id]}</b>}
              next={check.text}
              end={check.end}
            >
              {check.id === "copy" && check.state === "running" ? (
                <Progress
                  label={words.events.downloadingLabel}
                  share={shareOf(copy)}
                  onCancel={() => void cancel.run({ eventId })}
                />
              ) : check.id === "copy" && notes.length > 0 ? (
                <ul className={styles["notes"]}>
                  {notes.map((note) => (
                    <li key={note}>{note}</li>
                  ))}
                </ul>
              ) : check.id === "zone" && check.state === "look" ? (
                <TimeZoneAsk eventId={eventId} />
              ) : undefined}
            </QueueSentence>
          ))}
          <EventAbout event={detail} />
        </div>
      </Card>
      {saying === null ? null : (
        <Notice tone="stop" title={saying.title}>
          {saying.text}
        </Notice>
      )}
      {isQuiet || isMissingThere ? null : (
        <div className={styles["actions"]}>
          {copy.state === "downloading" || copy.state === "absent" ? null : isWhole ||
            copy.state === "incomplete" ? (
            <Button size="xl" icon="retry" isBusy={download.isBusy} onPress={start}>
              {copy.state === "paused" ? words.events.resume : words.events.again}
            </Button>
          ) : copy.rows > 0 ? (
            <Button size="xl" icon="check-in" onPress={() => void goIn()}>
              {isOpen ? words.events.goToCheckIn : words.events.open}
            </Button>
          ) : null}
          {main === null ? (
            copy.rows === 0 ? null : (
              <Button size="xl" icon="check-in" onPress={() => void goIn()}>
                {isOpen ? words.events.goToCheckIn : words.events.open}
              </Button>
            )
          ) : (
            <BigButton
              keycap="Enter"
              busy={download.isBusy || open.isBusy ? main.busy : undefined}
              onPress={main.act}
            >
              {main.verb}
            </BigButton>
          )}
        </div>
      )}
    </>
  );
}
