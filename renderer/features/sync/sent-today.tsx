import { useState } from "react";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import { useQuery } from "#renderer/client/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button, IconButton } from "#renderer/ui/button.tsx";
import { FieldNote } from "#renderer/ui/field-note.tsx";
import { ListCard } from "#renderer/ui/list-card.tsx";
import { EntrySentence } from "./entry-sentence.tsx";
import type { QueueNow } from "./queue-words.ts";
import styles from "./sync-room.module.css";

const shownEntries = 200;

export interface SentTodayProps {
  readonly count: number;
  readonly now: QueueNow;
  readonly onLook: (entry: OutboxEntry) => void;
}

/** What the organizer's system confirmed, one line until somebody wants to see it. */
export function SentToday({ count, now, onLook }: SentTodayProps) {
  const [isShown, setShown] = useState(false);
  const done = useQuery("outbox.list", isShown ? { show: "done", limit: shownEntries } : null, {
    topics: ["outbox"],
  });
  if (count === 0 && !isShown) return null;
  const entries = done.value?.entries ?? [];
  const hidden = (done.value?.total ?? 0) - entries.length;
  return (
    <>
      <div className={styles["sentToday"]}>
        <FieldNote size="m" note={{ tone: "done", text: words.sync.sentToday(count) }} />
        <Button size="s" kind="quiet" onPress={() => setShown(!isShown)}>
          {isShown ? words.sync.hide : words.sync.show}
        </Button>
      </div>
      {isShown && entries.length > 0 ? (
        <ListCard title={words.sync.sentList}>
          {entries.map((entry) => (
            <EntrySentence
              key={entry.id}
              entry={entry}
              now={now}
              end={
                <IconButton
                  icon="next"
                  label={words.sync.look(entry.name ?? entry.email ?? words.sync.noName)}
                  onPress={() => onLook(entry)}
                />
              }
            />
          ))}
          {hidden > 0 ? <p className={styles["quiet"]}>{words.sync.more(hidden)}</p> : null}
        </ListCard>
      ) : null}
    </>
  );
}
