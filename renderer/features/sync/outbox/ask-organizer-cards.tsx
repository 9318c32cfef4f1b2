import type { OutboxEntry } from "#shared/contract/sync.ts";
import { useClient } from "#renderer/client/client-context.tsx";
import type { Client } from "#renderer/client/client.ts";
import { newCommandId } from "#renderer/client/client.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { callUntilAnswered } from "#renderer/client/queries/reconnect.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { refusedText } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { Card } from "#renderer/ui/controls/page/card.tsx";
import { EntrySentence } from "./entry-sentence.tsx";
import type { QueueNow } from "./outbox-messages.ts";
import { describeRequest, nameEntry } from "./outbox-messages.ts";
import styles from "../sync-screen.module.css";

interface AskOrganizerProps {
  readonly now: QueueNow;
  /** Opens the dialog that shows what was sent. */
  readonly onLook: (entry: OutboxEntry) => void;
}

/** What only the organizer can put right, until a person says that the organizer was told (W3, M10). */
export function AskOrganizerCards(props: AskOrganizerProps) {
  const asked = useQuery("outbox.list", { show: "ask" }, { topics: ["outbox", "sync"] });
  return (asked.value?.entries ?? []).map((entry) => (
    <AskOrganizerCard key={entry.id} entry={entry} {...props} />
  ));
}

/** Called from the toast, after the card is gone. */
async function undoTold(client: Client, entry: OutboxEntry): Promise<void> {
  const reply = await callUntilAnswered(client, "outbox.decide", {
    commandId: newCommandId(),
    outboxId: entry.id,
    decision: { kind: "organizer-not-told" },
  });
  const name = nameEntry(entry);
  if (reply.ok) showToast("done", words.sync.wasNotTold(name));
  else showToast("look", refusedText(reply.error, words.sync.notUndone(name)));
}

function AskOrganizerCard({
  entry,
  now,
  onLook,
}: AskOrganizerProps & { readonly entry: OutboxEntry }) {
  const client = useClient();
  const decide = useCommand("outbox.decide");
  const mayDecide = useMay("outbox.decide");
  const name = nameEntry(entry);
  async function tell(): Promise<void> {
    const reply = await decide.run({ outboxId: entry.id, decision: { kind: "organizer-told" } });
    if (reply?.ok !== true) return;
    const undo = { label: words.ui.undo, run: () => void undoTold(client, entry) };
    showToast("done", words.sync.wasTold(name), undo);
  }
  return (
    <Card isBare kind="strong">
      <EntrySentence entry={entry} now={now}>
        <div className={styles["buttons"]}>
          {mayDecide ? (
            <Button
              label={words.sync.organizerToldOf(name)}
              isBusy={decide.isBusy}
              onPress={() => void tell()}
            >
              {words.sync.organizerTold}
            </Button>
          ) : null}
          <Button size="m" kind="quiet" onPress={() => onLook(entry)}>
            {describeRequest(entry)}
          </Button>
        </div>
        <FailureNotice failure={decide.error} own={words.sync.failures} />
      </EntrySentence>
    </Card>
  );
}
