import { useEffect } from "react";
import type { EventRow } from "#shared/contract/events.ts";
import type { Command } from "#renderer/client/queries/use-command.ts";
import type { Query } from "#renderer/client/queries/use-query.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { formatRecent } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { PullWait } from "#renderer/ui/race/pull-wait.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { EmptyState } from "#renderer/ui/controls/page/empty-state.tsx";
import { EventFilters } from "./event-filters.tsx";
import { EventList } from "./event-list.tsx";
import { anyValue, noFilter, shownOf, useFilters } from "./filter-store.ts";
import styles from "./events-screen.module.css";

export interface EventsListingProps {
  readonly list: Query<"event.list">;
  readonly events: readonly EventRow[];
  readonly nowMs: number;
  readonly refresh: Command<"event.refresh">;
}

/** The filters, the matching events, and the age of the list. */
export function EventsListing(props: EventsListingProps) {
  const { events, nowMs, refresh } = props;
  useKnownSeries(props.list);
  const list = props.list.value;
  const { text, type, seriesId, from, shownId, pickedIds } = useFilters();
  const mayRefresh = useMay("event.refresh");
  const listedAtMs = list?.listedAtMs ?? null;
  const isFiltered = text !== "" || type !== "" || seriesId !== "" || from !== "ever";
  const shown = shownOf(events, shownId);
  return (
    <>
      <EventFilters
        series={list?.series ?? []}
        types={[...new Set(events.map((event) => event.type))]}
      />
      <FailureNotice
        tone="look"
        failure={refresh.error ?? props.list.error}
        own={words.events.failures}
      />
      {events.length > 0 ? (
        <EventList
          // Another filter shows its list from the first event.
          key={JSON.stringify([text, type, seriesId, from])}
          events={events}
          shownId={shown?.id ?? null}
          pickedIds={pickedIds}
          nowMs={nowMs}
        />
      ) : list === null || refresh.isBusy ? null : (
        <Empty isFiltered={isFiltered && listedAtMs !== null} />
      )}
      <PullWait isBusy={refresh.isBusy} />
      <div className={styles["refresh"]}>
        {mayRefresh ? (
          <Button
            icon="retry"
            size="s"
            isBusy={refresh.isBusy}
            // Only the whole list shows which events the organizer deleted or moved to another date (D3).
            onPress={() => void refresh.run({})}
          >
            {refresh.isBusy ? words.events.refreshing : words.events.refresh}
          </Button>
        ) : null}
        <span className="quiet">
          {list === null
            ? null
            : listedAtMs === null
              ? words.events.neverListed
              : words.events.listedAt(formatRecent(listedAtMs))}
        </span>
      </div>
    </>
  );
}

function Empty({ isFiltered }: { readonly isFiltered: boolean }) {
  const set = useFilters((state) => state.set);
  const { empty, emptyFiltered } = words.events;
  return isFiltered ? (
    <EmptyState
      title={emptyFiltered.title}
      action={
        <Button kind="quiet" onPress={() => set(noFilter)}>
          {emptyFiltered.action}
        </Button>
      }
    >
      {emptyFiltered.text}
    </EmptyState>
  ) : (
    <EmptyState icon="events" title={empty.title}>
      {empty.text}
    </EmptyState>
  );
}

/** Takes off the filter for a series that is another organization's since the key was replaced: no choice would name it. */
function useKnownSeries({ value, stale }: Query<"event.list">): void {
  const { seriesId, set } = useFilters();
  const isGone =
    seriesId !== anyValue &&
    !stale &&
    value !== null &&
    !value.series.some(({ id }) => id === seriesId);
  useEffect(() => {
    if (isGone) set({ seriesId: anyValue });
  }, [isGone, set]);
}
