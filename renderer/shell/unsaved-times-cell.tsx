import { useMemo } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { routeHash } from "#renderer/client/navigation/route.ts";
import { words } from "#renderer/i18n/words.ts";
import { finishQueues } from "#renderer/features/podium/finish-log/saving/save-queues.ts";
import { useSaveQueue } from "#renderer/features/podium/finish-log/use-finish-log.ts";
import { StatusLink } from "#renderer/ui/controls/page/status-bar.tsx";

/** The finish times and bibs that exist only in this window, on every screen, as a link to the finish log. */
export function UnsavedTimesCell({ eventId }: { readonly eventId: string | null }) {
  return eventId === null ? null : <UnsavedOfEvent key={eventId} eventId={eventId} />;
}

function UnsavedOfEvent({ eventId }: { readonly eventId: string }) {
  const client = useClient();
  const queues = useMemo(() => finishQueues(client, eventId), [client, eventId]);
  const pressed = useSaveQueue(queues.stamps);
  const typed = useSaveQueue(queues.bibs);
  // What is on its way is no problem yet.
  if (pressed.failure === null && typed.failure === null) return null;
  const times = pressed.unsaved.length;
  const bibs = typed.unsaved.length;
  if (times + bibs === 0) return null;
  return (
    <StatusLink icon="stop" href={routeHash("podium", { tab: "finish" })}>
      {words.finishLog.notSavedShort(times, bibs)}
    </StatusLink>
  );
}
