import { useMemo } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { routeHash } from "#renderer/client/navigation/route.ts";
import { words } from "#renderer/i18n/words.ts";
import { finishQueues } from "#renderer/features/podium/finish-log/saving/save-queues.ts";
import { unsavedSegments, usePodium } from "#renderer/features/podium/podium-store.ts";
import { useSaveQueue } from "#renderer/features/podium/finish-log/use-finish-log.ts";
import { StatusLink } from "#renderer/ui/controls/page/status-bar.tsx";

/** The finish times, bibs and podium segments that exist only in this window, on every screen, as a link to them. */
export function UnsavedTimesCell({ eventId }: { readonly eventId: string | null }) {
  return eventId === null ? null : <UnsavedOfEvent key={eventId} eventId={eventId} />;
}

function UnsavedOfEvent({ eventId }: { readonly eventId: string }) {
  const client = useClient();
  const queues = useMemo(() => finishQueues(client, eventId), [client, eventId]);
  const pressed = useSaveQueue(queues.stamps);
  const typed = useSaveQueue(queues.bibs);
  const works = usePodium((state) => state.works);
  const segments = unsavedSegments(works, eventId);
  // What is on its way is no problem yet.
  const isFailing = pressed.failure !== null || typed.failure !== null;
  const times = isFailing ? pressed.unsaved.length : 0;
  const bibs = isFailing ? typed.unsaved.length : 0;
  const say = [
    ...(times + bibs > 0 ? [words.finishLog.notSavedShort(times, bibs)] : []),
    ...(segments.length > 0 ? [words.podium.notSavedShort(segments.length)] : []),
  ];
  if (say.length === 0) return null;
  const [first] = segments;
  const place =
    times + bibs > 0 || first === undefined
      ? { tab: "finish" }
      : { tab: "podium", run: first.runId };
  return (
    <StatusLink icon="stop" href={routeHash("podium", place)}>
      {say.join(", ")}
    </StatusLink>
  );
}
