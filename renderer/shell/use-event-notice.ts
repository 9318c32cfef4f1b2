import { useEffect, useRef } from "react";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";

/**
 * Shows a toast at a browser desk when the owner opens another event: what is typed there is kept with the event before, so
 * it vanishes from the screen.
 */
export function useEventNotice(eventId: string | null): void {
  const isOwner = useMay("event.open");
  const opened = useQuery("event.get", eventId === null || isOwner ? null : { eventId }, {
    topics: ["events"],
  }).value;
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (opened === null || opened.id !== eventId) return;
    const before = seen.current;
    seen.current = eventId;
    if (before === null || before === eventId) return;
    showToast("look", words.shell.otherEvent(opened.name));
  }, [eventId, opened]);
}
