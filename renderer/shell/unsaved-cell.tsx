import { useMemo } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { routeHash } from "#renderer/client/navigation/route.ts";
import { words } from "#renderer/i18n/words.ts";
import { finishQueues } from "#renderer/features/podium/finish-log/saving/save-queues.ts";
import { unsavedSegments, usePodium } from "#renderer/features/podium/podium-store.ts";
import { useQueueStates } from "#renderer/features/podium/finish-log/use-finish-log.ts";
import { StatusLink } from "#renderer/ui/controls/page/status-bar.tsx";

/** The finish times, bibs, guns and podium segments that exist only in this window, on every screen, as a link to them. */
export function UnsavedCell({ eventId }: { readonly eventId: string | null }) {
  return eventId === null ? null : <UnsavedOfEvent key={eventId} eventId={eventId} />;
}

function UnsavedOfEvent({ eventId }: { readonly eventId: string }) {
  const client = useClient();
  const queues = useMemo(() => finishQueues(client, eventId), [client, eventId]);
  const { pressed, typed, started } = useQueueStates(queues);
  const works = usePodium((state) => state.works);
  const segments = unsavedSegments(works, eventId);
  // What is on its way is no problem yet.
  const finish = [pressed, typed, started];
  const isFailing = finish.some(({ failure }) => failure !== null);
  const [times = 0, bibs = 0, guns = 0] = isFailing
    ? finish.map(({ unsaved }) => unsaved.length)
    : [];
  const hasItems = times + bibs + guns > 0;
  const say = [
    ...(hasItems ? [words.finishLog.notSavedShort(times, bibs, guns)] : []),
    ...(segments.length > 0 ? [words.podium.notSavedShort(segments.length)] : []),
  ];
  if (say.length === 0) return null;
  const [first] = segments;
  const place =
    hasItems || first === undefined ? { tab: "finish" } : { tab: "podium", run: first.runId };
  return (
    <StatusLink icon="stop" href={routeHash("podium", place)}>
      {say.join(", ")}
    </StatusLink>
  );
}
