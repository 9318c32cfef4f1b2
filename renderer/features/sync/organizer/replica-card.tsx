import type { DownloadStatus } from "#shared/contract/events.ts";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { formatRecent } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { ListCard, ListLine } from "#renderer/ui/controls/lists/list-card.tsx";
import { Progress } from "#renderer/ui/controls/page/progress.tsx";
import { useCancelDownload } from "#renderer/ui/race/use-cancel-download.ts";
import styles from "../sync-screen.module.css";

export interface ReplicaCardProps {
  /** Null if no event is open. */
  readonly eventId: string | null;
  readonly listedAtMs: number | null;
  readonly status: DownloadStatus | null;
}

/** The state and the age of the open event's replica. */
export function ReplicaCard({ eventId, listedAtMs, status }: ReplicaCardProps) {
  const download = useCommand("download.start");
  const cancelling = useCancelDownload(status);
  const mayDownload = useMay("download.start");
  const { copy } = words.sync;
  if (eventId === null) {
    return <NoEventCard />;
  }
  const isComplete = status?.state === "complete";
  return (
    <ListCard title={copy.title}>
      <ListLine
        label={copy.events}
        value={listedAtMs === null ? copy.absent : formatRecent(listedAtMs)}
        icon={listedAtMs === null ? "none" : "done"}
      />
      {status === null ? null : (
        <ListLine
          label={isComplete ? copy.registrations(status.rows) : copy.someRegistrations}
          value={
            status.completedAtMs !== null
              ? formatRecent(status.completedAtMs)
              : status.state === "downloading"
                ? copy.downloading
                : status.state === "absent"
                  ? copy.absent
                  : copy.incomplete
          }
          icon={
            status.completedAtMs !== null
              ? "done"
              : status.state === "downloading"
                ? "running"
                : "look"
          }
        />
      )}
      <div className={styles["copyAct"]}>
        {status !== null &&
        !isComplete &&
        status.completedAtMs !== null &&
        status.state !== "downloading" ? (
          <FieldNote note={{ tone: "look", text: copy.lookStopped }} />
        ) : null}
        {status?.state === "downloading" ? (
          <Progress
            label={copy.downloading}
            share={
              status.expectedRows === null || status.expectedRows === 0
                ? null
                : status.rows / status.expectedRows
            }
            onCancel={mayDownload ? cancelling.cancel : undefined}
            isCancelling={cancelling.isCancelling}
          />
        ) : !mayDownload ? null : (
          <Button
            size="s"
            kind="quiet"
            icon="download"
            isBusy={download.isBusy}
            onPress={() => void download.run({ eventIds: [eventId] })}
          >
            {copy.again}
          </Button>
        )}
        <FailureNotice failure={download.error} own={words.sync.failures} />
      </div>
    </ListCard>
  );
}

function NoEventCard() {
  const mayOpen = useMay("event.open");
  const { copy } = words.sync;
  return (
    <ListCard title={copy.title}>
      <div className={styles["copyAct"]}>
        <p className={styles["quiet"]}>{mayOpen ? copy.none : words.ui.noEventYet}</p>
        {mayOpen ? (
          <Button size="s" kind="quiet" onPress={() => navigate("events")}>
            {copy.openEvents}
          </Button>
        ) : null}
      </div>
    </ListCard>
  );
}
