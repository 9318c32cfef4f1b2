import type { Digest } from "#shared/contract/events.ts";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { formatCount, formatRecent } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Card } from "#renderer/ui/controls/page/card.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { ListCard, ListLine } from "#renderer/ui/controls/lists/list-card.tsx";
import styles from "../sync-screen.module.css";

export interface DigestCardsProps {
  readonly eventId: string;
  readonly digest: Digest | null;
}

/** What changed at the organizer between two complete downloads (D5). */
export function DigestCards({ eventId, digest }: DigestCardsProps) {
  if (digest === null || digest.sinceMs === null) {
    return (
      <ListCard title={words.sync.digest.title}>
        <p className={styles["quiet"]}>{words.sync.digest.none}</p>
      </ListCard>
    );
  }
  return (
    <>
      {digest.cancelledAfterCheckIn
        .filter((runner) => !runner.acknowledged)
        .map((runner) => (
          <CancelledCard key={runner.runnerId} eventId={eventId} runner={runner} />
        ))}
      <ListCard title={words.sync.digest.title} hint={words.sync.digest.since(digest.sinceMs)}>
        <ListLine label={words.sync.digest.added} value={formatCount(digest.added)} />
        <ListLine
          label={words.sync.digest.changed(digest.changedFields)}
          value={formatCount(digest.changed)}
        />
        <ListLine label={words.sync.digest.gone} value={formatCount(digest.gone)} />
        <ListLine label={words.sync.digest.bibs} value={formatCount(digest.bibDrift)} />
      </ListCard>
    </>
  );
}

interface CancelledCardProps {
  readonly eventId: string;
  readonly runner: Digest["cancelledAfterCheckIn"][number];
}

/** A checked-in runner whom the organizer cancelled; a person must acknowledge it. */
function CancelledCard({ eventId, runner }: CancelledCardProps) {
  const acknowledge = useCommand("digest.acknowledge");
  const { cancelled } = words.sync;
  return (
    <Card kind="look" label={cancelled.title} className={styles["cancelled"]}>
      <div className={styles["cancelledWords"]}>
        <Icon name="look" size={28} />
        <p>
          {cancelled.title} <bdi dir="auto">{runner.name ?? words.sync.noName}</bdi>,{" "}
          {cancelled.text(
            runner.bib,
            formatRecent(runner.checkedInAtMs),
            formatRecent(runner.noticedAtMs),
            runner.status,
          )}
        </p>
      </div>
      {acknowledge.error === null ? null : <p role="alert">{cancelled.failed}</p>}
      <div className={styles["cancelledButtons"]}>
        <Button
          size="s"
          kind="paper"
          isBusy={acknowledge.isBusy}
          onPress={() => void acknowledge.run({ eventId, runnerId: runner.runnerId })}
        >
          {cancelled.seen}
        </Button>
        <Button
          size="s"
          kind="paper"
          onPress={() => navigate("check-in", { runner: runner.runnerId })}
        >
          {words.sync.openRunner}
        </Button>
      </div>
    </Card>
  );
}
