import { useEffect, useRef } from "react";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { hasCard, nameEntry, serverWords } from "#renderer/features/sync/outbox/outbox-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { playSound } from "#renderer/ui/race/sounds.ts";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { DeskState } from "#shared/contract/settings.ts";
import type { OutboxEntry } from "#shared/contract/sync.ts";

/** Number of observed entries. The list begins with the entries that need a person. */
const watchedEntries = 200;

/**
 * Shows a toast and plays a sound when an outbox entry begins to need a person, on every screen. Entries that needed a
 * person before the page was opened count only in the rail's badge, as does an entry that a person put back.
 */
export function useRefusalAlert({ settings, currentEventId }: DeskState): void {
  const { sounds, volume } = settings;
  const open = useQuery(
    "outbox.list",
    { show: "open", limit: watchedEntries },
    { topics: ["outbox"] },
  );
  const known = useRef<ReadonlyMap<string, number | null> | null>(null);
  const entries = open.value?.entries ?? null;
  useEffect(() => {
    if (entries === null) return;
    const needing = entries.filter(({ state }) => state === "needs-attention");
    const before = known.current;
    known.current = new Map([
      ...(before ?? []),
      ...needing.map(({ id, lastTriedAtMs }) => [id, lastTriedAtMs] as const),
    ]);
    if (before === null) return;
    const fresh = needing.find(
      ({ id, reason, lastTriedAtMs }) =>
        reason !== "set-aside" && !(before.has(id) && before.get(id) === lastTriedAtMs),
    );
    if (fresh === undefined) return;
    playSound("look", sounds ? volume : 0);
    showToast("stop", alertWords(fresh), {
      label: words.sync.showIt,
      run: () => show(fresh, currentEventId),
    });
  }, [entries, sounds, volume, currentEventId]);
}

const alertWords = (entry: OutboxEntry): string =>
  entry.reason === "refused"
    ? words.sync.refusedNow(nameEntry(entry), serverWords(entry).join(" "))
    : words.sync.needsYouNow(nameEntry(entry));

/** Opens the card of a walk-up. A walk-up of another event has none, and neither has an event: Sync shows them. */
export function show(entry: OutboxEntry, openEventId: string | null): void {
  if (hasCard(entry, openEventId)) navigate("check-in", { runner: entry.subject });
  else navigate("sync", entry.kind === "walk-up" ? { fix: entry.id } : {});
}
