import { useState } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { finishQueues, keptEvents } from "./save-queues.ts";
import { NotSaved } from "./not-saved.tsx";
import { SetAside } from "./set-aside.tsx";
import { useQueueStates } from "../use-finish-log.ts";
import styles from "../finish-log.module.css";

export interface UnsavedOfOtherEventsProps {
  /** The event of the open finish log, which shows its own queues. */
  readonly openEventId: string | null;
}

/** The unsaved items of events that are not in the open data folder, so that no finish log shows them. */
export function UnsavedOfOtherEvents({ openEventId }: UnsavedOfOtherEventsProps) {
  const [eventIds] = useState(() => [...keptEvents()].filter((id) => id !== openEventId));
  return eventIds.map((eventId) => <UnsavedOfEvent key={eventId} eventId={eventId} />);
}

function UnsavedOfEvent({ eventId }: { readonly eventId: string }) {
  const { finishLog } = words;
  const client = useClient();
  const [queues] = useState(() => finishQueues(client, eventId));
  const event = useQuery("event.get", { eventId }, { topics: ["events"] });
  const states = useQueueStates(queues);
  const kept = Object.values(states).some(
    ({ unsaved, aside }) => unsaved.length + aside.length > 0,
  );
  if (event.error?.code !== "not-found" || !kept) return null;
  return (
    <section className={styles["stray"]} aria-label={finishLog.strayTitle}>
      <h2>{finishLog.strayTitle}</h2>
      <p>{finishLog.strayText}</p>
      <NotSaved {...states} queues={queues} timeZone={null} />
      <SetAside {...states} queues={queues} timeZone={null} />
    </section>
  );
}
