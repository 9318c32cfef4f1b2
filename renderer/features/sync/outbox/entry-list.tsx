import type { OutboxEntry } from "#shared/contract/sync.ts";
import { words } from "#renderer/i18n/words.ts";
import { IconButton } from "#renderer/ui/controls/buttons/button.tsx";
import { ListCard } from "#renderer/ui/controls/lists/list-card.tsx";
import { EntrySentence } from "./entry-sentence.tsx";
import type { QueueNow } from "./outbox-messages.ts";

export interface EntryListProps {
  readonly entries: readonly OutboxEntry[];
  readonly now: QueueNow;
  readonly onLook: (entry: OutboxEntry) => void;
}

/** A list of outbox entries as sentences; each opens its dialog. */
export function EntryList({ entries, now, onLook }: EntryListProps) {
  return (
    <ListCard>
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
    </ListCard>
  );
}
