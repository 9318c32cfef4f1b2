import type { ReactNode } from "react";
import type { OutboxEntry } from "#shared/contract/sync.ts";
import { words } from "#renderer/i18n/words.ts";
import { StatusSentence } from "#renderer/ui/race/status-sentence.tsx";
import { describeEntry, serverWords } from "./outbox-messages.ts";
import type { QueueNow } from "./outbox-messages.ts";

export interface EntrySentenceProps {
  readonly entry: OutboxEntry;
  readonly now: QueueNow;
  readonly end?: ReactNode;
  /** The form below shows the server's messages at its fields. */
  readonly hasForm?: boolean;
  readonly children?: ReactNode;
}

/** An outbox entry as a sentence. */
export function EntrySentence({ entry, now, end, hasForm = false, children }: EntrySentenceProps) {
  const said = describeEntry(entry, now);
  const isEvent = entry.kind === "event";
  const isAtFields = hasForm && Object.keys(entry.serverFields).length > 0;
  const answer = entry.state === "needs-attention" && !isAtFields ? serverWords(entry) : [];
  const serverSays = answer.length === 0 ? "" : words.sync.serverSays(answer);
  const reason = entry.asideReason === null ? "" : words.sync.asideReason(entry.asideReason);
  const next = [said.next, reason, serverSays].filter((part) => part !== "").join(" ");
  return (
    <StatusSentence
      icon={said.icon}
      tone={said.tone}
      sentence={
        <>
          <b>
            {said.kind} {isEvent ? "“" : null}
            <bdi dir="auto">{said.name}</bdi>
            {isEvent ? "”" : null}
            {said.run === null ? "," : `, ${said.run},`}
          </b>{" "}
          {said.since}
        </>
      }
      next={next === "" ? undefined : next}
      end={end}
    >
      {children}
    </StatusSentence>
  );
}
