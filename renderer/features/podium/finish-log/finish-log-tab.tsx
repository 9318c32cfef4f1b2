import { FinishEntry } from "./finish-entry.tsx";

export interface FinishLogTabProps {
  readonly eventId: string;
  /** The run the room shows: whose first ones go into Overall. Null while the event has none. */
  readonly runId: string | null;
}

/** The finish log of an event: one finish line serves all its runs. */
export function FinishLogTab({ eventId, runId }: FinishLogTabProps) {
  return <FinishEntry key={eventId} eventId={eventId} runId={runId} />;
}
