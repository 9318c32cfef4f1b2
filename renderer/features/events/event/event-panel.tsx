import { useState } from "react";
import type { DownloadStatus, EventDetail } from "#shared/contract/events.ts";
import type { Connection } from "#shared/contract/connection.ts";
import type { DeskState } from "#shared/contract/settings.ts";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useIsMounted } from "#renderer/client/queries/use-is-mounted.ts";
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
import { downloadVerb } from "./replica-messages.ts";
import { EventPicture } from "./event-picture.tsx";
import { LocalEvent } from "../new-event/local-event.tsx";
import { useCancelDownload } from "#renderer/ui/race/use-cancel-download.ts";
import styles from "../events-screen.module.css";

export interface EventPanelProps {
  readonly eventId: string;
  readonly connection: Connection | null;
  /** Enter belongs to another part of the screen. */
  readonly isQuiet: boolean;
}

/** One event: the state of its replica, and its actions. */
export function EventPanel({ eventId, connection, isQuiet }: EventPanelProps) {
  const nowMs = useNow(10_000);
  const event = useQuery("event.get", { eventId }, { topics: ["events", "download"], keep: true });
  const departure = useQuery(
    "departure.get",
    { eventId },
    { topics: ["backups", "devices", "download", "events", "podium"] },
  );
  const status = useQuery("sync.status", {}, { topics: ["sync", "outbox", "connection"] });
  const desk = useDesk();
  const download = useCommand("download.start");
  const open = useCommand("event.open");
  const isMounted = useIsMounted();
  const mayDownload = useMay("download.start");
  const mayOpen = useMay("event.open");

  const detail = event.value;
  const cancelling = useCancelDownload(detail?.download ?? null);
  const isOpen = desk.value?.currentEventId === eventId;
  const start = (): void => void download.run({ eventIds: [eventId] });
  async function goIn(): Promise<void> {
    if (!isOpen) {
      const reply = await open.run({ eventId });
      if (reply?.ok !== true || !isMounted.current) return;
    }
    navigate("check-in");
  }
  const isMissingThere =
    detail !== null && detail.delivery !== null && detail.delivery !== "confirmed";
  const enter = (): void => void goIn();
  const main =
    detail === null || isMissingThere
      ? null
      : mainAct(detail.download, { isOpen, mayOpen, mayDownload, enter, download: start });
  // With half of the answers, the verdict could change a moment later.
  const isKnown = !departure.loading && !status.loading;
  // An event that was made here gets another id when the organizer has it. What is open stays open meanwhile.
  const [wasKnown, setWasKnown] = useState(false);
  if (isKnown && !wasKnown) setWasKnown(true);
  useKey("Enter", isQuiet || main === null || !isKnown ? null : main.act);

  if (detail === null || connection === null || !wasKnown) return null;
  const folderSyncedBy = desk.value === null ? null : syncedBy(desk.value);
  const known = { connection, departure: departure.value, sync: status.value };
  const checks = checkEvent({ event: detail, ...known, folderSyncedBy, nowMs });
  const verdict = judgeDeparture(checks, detail.download.remainingMs);
  return (
    <>
      <Card isBare label={detail.name} className={styles["panel"]}>
        <EventHeading event={detail} verdict={isMissingThere ? null : verdict} />
        <LocalEvent event={detail} />
        <div className={styles["checks"]}>
          {isMissingThere ? null : (
            <DepartureRows
              event={detail}
              checks={openFirst(checks)}
              onDownload={start}
              cancelling={cancelling}
            />
          )}
          <EventAbout event={detail} />
        </div>
      </Card>
      <FailureNotice
        failure={download.error ?? open.error ?? cancelling.error}
        own={words.events.failures}
      />
      {isQuiet || isMissingThere ? null : (
        <EventActions
          copy={detail.download}
          main={main}
          mayDownload={mayDownload}
          isOpen={isOpen}
          mayEnter={isOpen || mayOpen}
          isBusy={{ download: download.isBusy, open: open.isBusy }}
          onDownload={start}
          onEnter={enter}
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

interface MainActOptions {
  readonly isOpen: boolean;
  readonly mayOpen: boolean;
  readonly mayDownload: boolean;
  readonly enter: () => void;
  readonly download: () => void;
}

/** What Enter does with the event; null if this person may do nothing with it. */
function mainAct(copy: DownloadStatus, options: MainActOptions): MainAct | null {
  const { state, completedAtMs } = copy;
  const { isOpen, mayOpen, mayDownload } = options;
  // Waiting runners come first: a replica that was complete once can always be opened.
  const canEnter = completedAtMs !== null || state === "incomplete";
  if (state === "downloading" && !canEnter) return null;
  if (!(isOpen || mayOpen) || !(canEnter || mayDownload)) return null;
  if (canEnter) {
    const verb = isOpen ? words.events.goToCheckIn : words.events.open;
    return { verb, busy: words.events.opening, act: options.enter };
  }
  return { verb: downloadVerb(copy), busy: words.events.asking, act: options.download };
}

interface EventHeadingProps {
  readonly event: EventDetail;
  /** Null: the organizer does not have the event yet. */
  readonly verdict: ReturnType<typeof judgeDeparture> | null;
}

function EventHeading({ event, verdict }: EventHeadingProps) {
  return (
    <>
      {event.hasCoverImage || event.hasCardImage ? (
        <EventPicture
          of="event"
          id={event.id}
          which={event.hasCoverImage ? "cover" : "card"}
          name={event.name}
        />
      ) : null}
      <header className={styles["head"]}>
        <div>
          <h2 title={event.name}>
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
              <RunTag key={run.id} run={run} />
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
    </>
  );
}

interface EventActionsProps {
  readonly copy: EventDetail["download"];
  readonly main: MainAct | null;
  readonly mayDownload: boolean;
  readonly isOpen: boolean;
  /** This person may go to check-in with the event. */
  readonly mayEnter: boolean;
  readonly isBusy: { readonly download: boolean; readonly open: boolean };
  readonly onDownload: () => void;
  readonly onEnter: () => void;
}

function EventActions(props: EventActionsProps) {
  const { copy, main, mayDownload, isOpen, mayEnter, isBusy, onDownload, onEnter } = props;
  const enter = (
    <Button size="xl" icon="check-in" onPress={onEnter}>
      {isOpen ? words.events.goToCheckIn : words.events.open}
    </Button>
  );
  return (
    <div className={styles["actions"]}>
      {!mayDownload ||
      copy.state === "downloading" ||
      copy.state === "absent" ? null : copy.completedAtMs !== null ||
        copy.state === "incomplete" ? (
        <Button size="xl" icon="retry" isBusy={isBusy.download} onPress={onDownload}>
          {downloadVerb(copy)}
        </Button>
      ) : copy.rows > 0 ? (
        enter
      ) : null}
      {main === null ? (
        copy.rows > 0 && mayEnter && enter
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
