import type { EventDetail } from "#shared/contract/events.ts";
import type { Connection } from "#shared/contract/connection.ts";
import type { DeskState } from "#shared/contract/settings.ts";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useKey } from "#renderer/client/input/use-key.ts";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { useDesk, useQuery } from "#renderer/client/queries/use-query.ts";
import { formatDay } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Card } from "#renderer/ui/controls/page/card.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { RunTag } from "#renderer/ui/race/runs/run-tag.tsx";
import { DepartureRows } from "./departure-rows.tsx";
import { EventAbout } from "./event-about.tsx";
import { checkEvent, judgeDeparture, openFirst } from "./event-checks.ts";
import { EventPicture } from "./event-picture.tsx";
import { LocalEvent } from "../new-event/local-event.tsx";
import styles from "../events-screen.module.css";

export interface EventPanelProps {
  readonly eventId: string;
  readonly connection: Connection | null;
  /** Something else on the screen is what Enter does. */
  readonly isQuiet: boolean;
}

/** One event: what is known of its copy, and what can be done with it. */
export function EventPanel({ eventId, connection, isQuiet }: EventPanelProps) {
  const nowMs = useNow(10_000);
  const { event, departure, status } = useEventAnswers(eventId);
  const desk = useDesk();
  const download = useCommand("download.start");
  const cancel = useCommand("download.cancel");
  const open = useCommand("event.open");
  const mayDownload = useMay("download.start");
  const mayOpen = useMay("event.open");

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
  const isUnready = state === undefined || (state === "downloading" && !isWhole);
  const main =
    isMissingThere || isUnready
      ? null
      : mainAct({
          isOpen,
          mayOpen,
          mayDownload,
          canEnter: isWhole || state === "incomplete",
          isNew: state === "absent",
          onEnter: () => void goIn(),
          onDownload: start,
        });
  // A verdict on half of the answers would be another one a moment later.
  const isKnown = !departure.loading && !status.loading;
  useKey("Enter", isQuiet || main === null || !isKnown ? null : main.act);

  if (detail === null || connection === null || !isKnown) return null;
  const folderSyncedBy = desk.value === null ? null : syncedBy(desk.value);
  const known = { connection, departure: departure.value, sync: status.value };
  const checks = checkEvent({ event: detail, ...known, folderSyncedBy, nowMs });
  const verdict = judgeDeparture(checks, detail.download.remainingMs);
  return (
    <>
      <Card isBare label={detail.name} className={styles["panel"]}>
        {detail.hasCoverImage || detail.hasCardImage ? <CoverPicture event={detail} /> : null}
        <EventHead event={detail} verdict={isMissingThere ? null : verdict} />
        <LocalEvent event={detail} />
        <div className={styles["checks"]}>
          {isMissingThere ? null : (
            <DepartureRows
              event={detail}
              checks={openFirst(checks)}
              onDownload={start}
              onCancel={() => void cancel.run({ eventId })}
            />
          )}
          <EventAbout event={detail} />
        </div>
      </Card>
      <FailureNotice
        failure={download.error ?? open.error ?? cancel.error}
        own={words.events.failures}
      />
      {isQuiet || isMissingThere ? null : (
        <EventActions
          copy={detail.download}
          main={main}
          mayDownload={mayDownload}
          isOpen={isOpen}
          isBusy={{ download: download.isBusy, open: open.isBusy }}
          onDownload={start}
          onEnter={() => void goIn()}
        />
      )}
    </>
  );
}

const syncedBy = ({ about }: DeskState): string | null => {
  const finding = about.findings.find(({ code }) => code === "folder-synced");
  return finding === undefined ? null : String(finding.facts["program"]);
};

interface MainAct {
  readonly verb: string;
  readonly busy: string;
  readonly act: () => void;
}

/** What Enter does with the event; null if this person may do nothing with it. */
function mainAct(event: {
  readonly isOpen: boolean;
  readonly mayOpen: boolean;
  readonly mayDownload: boolean;
  /** The replica was complete once, or is as complete as it can be. */
  readonly canEnter: boolean;
  readonly isNew: boolean;
  readonly onEnter: () => void;
  readonly onDownload: () => void;
}): MainAct | null {
  const { isOpen, mayOpen, mayDownload, canEnter, isNew } = event;
  if (!(isOpen || mayOpen) || !(canEnter || mayDownload)) return null;
  if (canEnter) {
    const verb = isOpen ? words.events.goToCheckIn : words.events.open;
    return { verb, busy: words.events.opening, act: event.onEnter };
  }
  const verb = isNew ? words.events.download : words.events.resume;
  return { verb, busy: words.events.asking, act: event.onDownload };
}

interface EventHeadProps {
  readonly event: EventDetail;
  /** Null: the organizer does not have the event yet. */
  readonly verdict: ReturnType<typeof judgeDeparture> | null;
}

function EventHead({ event, verdict }: EventHeadProps) {
  return (
    <header className={styles["head"]}>
      <div>
        <h2>
          <bdi dir="auto">{event.name}</bdi>
        </h2>
        <p>
          {formatDay(event.date)}
          {event.startTime === null && event.place === null ? null : ", "}
          <bdi dir="auto">{words.events.place(event.place, event.startTime)}</bdi>
        </p>
        {verdict === null ? null : (
          <p className={styles["verdict"]} role="status">
            <b>{verdict.isReady ? words.departure.ready : words.departure.notReady}</b>{" "}
            {verdict.text}
          </p>
        )}
        <div className={styles["runs"]}>
          {event.runs.map((run) => (
            <RunTag key={run.id} run={{ name: run.label, order: run.position + 1 }} />
          ))}
        </div>
      </div>
      {verdict === null ? null : (
        <p
          className={styles["score"]}
          role="img"
          aria-label={words.events.check.count(verdict.fine, verdict.of)}
        >
          <b>{verdict.fine}</b>/{verdict.of}
        </p>
      )}
    </header>
  );
}

interface EventActionsProps {
  readonly copy: EventDetail["download"];
  readonly main: MainAct | null;
  readonly mayDownload: boolean;
  readonly isOpen: boolean;
  readonly isBusy: { readonly download: boolean; readonly open: boolean };
  readonly onDownload: () => void;
  readonly onEnter: () => void;
}

function EventActions(props: EventActionsProps) {
  const { copy, main, mayDownload, isOpen, isBusy, onDownload, onEnter } = props;
  return (
    <div className={styles["actions"]}>
      {!mayDownload ||
      copy.state === "downloading" ||
      copy.state === "absent" ? null : copy.completedAtMs !== null ||
        copy.state === "incomplete" ? (
        <Button size="xl" icon="retry" isBusy={isBusy.download} onPress={onDownload}>
          {copy.state === "paused" ? words.events.resume : words.events.again}
        </Button>
      ) : copy.rows > 0 ? (
        <Button size="xl" icon="check-in" onPress={onEnter}>
          {isOpen ? words.events.goToCheckIn : words.events.open}
        </Button>
      ) : null}
      {main === null ? (
        copy.rows === 0 ? null : (
          <Button size="xl" icon="check-in" onPress={onEnter}>
            {isOpen ? words.events.goToCheckIn : words.events.open}
          </Button>
        )
      ) : (
        <BigButton
          keycap={words.ui.enter}
          busy={isBusy.download || isBusy.open ? main.busy : undefined}
          onPress={main.act}
        >
          {main.verb}
        </BigButton>
      )}
    </div>
  );
}

function CoverPicture({ event }: { readonly event: EventDetail }) {
  if (!event.hasCoverImage && !event.hasCardImage) return null;
  return (
    <EventPicture
      of="event"
      id={event.id}
      which={event.hasCoverImage ? "cover" : "card"}
      name={event.name}
    />
  );
}

function useEventAnswers(eventId: string) {
  const event = useQuery("event.get", { eventId }, { topics: ["events", "download"] });
  const departure = useQuery(
    "departure.get",
    { eventId },
    { topics: ["backups", "download", "events", "podium"] },
  );
  const status = useQuery("sync.status", {}, { topics: ["sync", "outbox", "connection"] });
  return { event, departure, status };
}
