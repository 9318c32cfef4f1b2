import { useDigest, useEvent, useQuery } from "#renderer/client/queries/use-query.ts";
import { ReplicaCard } from "./replica-card.tsx";
import { DigestCards } from "./digest-cards.tsx";
import { UnseenCard } from "./unseen-card.tsx";

/**
 * The changes at the organizer and the replica on this computer. All cards are drawn together, because a card that appeared
 * later would move the buttons below it.
 */
export function OrganizerSide({ eventId }: { readonly eventId: string | null }) {
  const digest = useDigest(eventId);
  const list = useQuery("event.list", {}, { topics: ["events"] });
  const event = useEvent(eventId);
  if (digest.loading || list.loading || event.loading) return null;
  return (
    <>
      {eventId === null || event.value === null ? null : (
        <UnseenCard key={eventId} eventId={eventId} status={event.value.download} />
      )}
      {eventId === null || digest.value === null ? null : (
        <DigestCards eventId={eventId} digest={digest.value.digest} />
      )}
      <ReplicaCard
        eventId={eventId}
        listedAtMs={list.value?.listedAtMs ?? null}
        status={event.value?.download ?? null}
      />
    </>
  );
}
