import { useEffect, useMemo } from "react";
import type { OutputOf } from "#shared/contract/index.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import type { Command } from "#renderer/client/queries/use-command.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { navigate, useRoute } from "#renderer/client/navigation/route.ts";
import { useKey } from "#renderer/client/input/use-key.ts";
import { useDelayed } from "#renderer/client/queries/use-delayed.ts";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { useScanForCheckIn } from "#renderer/client/input/use-scan.ts";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { EmptyState } from "#renderer/ui/controls/page/empty-state.tsx";
import { PageTitle } from "#renderer/ui/controls/page/page-title.tsx";
import { SegmentedControl } from "#renderer/ui/controls/buttons/segmented-control.tsx";
import { CollectionList, CollectionPanel } from "./collections-view.tsx";
import { EventPanel } from "./event/event-panel.tsx";
import { EventsListing } from "./events-listing.tsx";
import { apiFilter, eventsWithSaved, shownOf, useFilters } from "./filter-store.ts";
import type { Listing } from "./filter-store.ts";
import { NewEventForm } from "./new-event/new-event-form.tsx";
import { SeriesList, SeriesPanel } from "./series-view.tsx";
import { useEventCorrection } from "./new-event/use-event-form.ts";
import styles from "./events-screen.module.css";

const minuteMs = 60_000;

const listings: readonly { readonly value: Listing; readonly label: string }[] = [
  { value: "events", label: words.organizer.listings.events },
  { value: "series", label: words.organizer.listings.series },
  { value: "collections", label: words.organizer.listings.collections },
];

/** The organization's events, series and collections, and the download of events. */
export function EventsScreen() {
  useScanForCheckIn();
  const nowMs = useNow(minuteMs);
  const { correct = null, from = "sync" } = useRoute().with;
  const filters = useFilters();
  const { isMaking, set } = filters;
  const correction = useEventCorrection(correct);
  const connection = useQuery("connection.get", {}, { topics: ["connection"] });
  const text = useDelayed(filters.text.trim(), 120);
  const filter = apiFilter(filters, nowMs);
  const list = useQuery(
    "event.list",
    { ...filter, ...(text === "" ? {} : { text }) },
    { topics: ["events", "download"], keep: true },
  );
  const refresh = useCommand("event.refresh");
  const mayMake = useMay("event.create");
  const mayRefresh = useMay("event.refresh");
  const mayList = useMay("series.list");
  // A device that was a lead before, or opened a link, has no other way back to the events.
  const listing = mayList ? filters.listing : "events";

  useFirstRefresh(mayRefresh ? connection.value : null, list.value, refresh);

  const events = useMemo(
    () => list.value?.events.toSorted((a, b) => a.date.localeCompare(b.date)) ?? [],
    [list.value],
  );
  const isForm = isMaking || correction !== null;
  /** Something else is shown: the form of a correction closes, and its texts are kept. */
  function open(part: Parameters<typeof set>[0]): void {
    if (correction !== null) navigate("events");
    set(part);
  }
  const closeForm = (): void => open({ isMaking: false });
  return (
    <div className={styles["screen"]}>
      <EventsTitle
        organization={connection.value?.organization?.name}
        onMake={mayMake ? () => open({ isMaking: true }) : null}
      />
      <div className={styles["columns"]} data-form={isForm ? "" : undefined}>
        <section className={styles["left"]} aria-label={words.events.list}>
          {mayList ? (
            <SegmentedControl
              isLabelHidden
              label={words.organizer.listing}
              choices={listings}
              value={listing}
              onChange={(value) => open({ listing: value, isMaking: false })}
            />
          ) : null}
          {listing === "events" ? (
            <EventsListing {...{ list, events, nowMs, refresh }} />
          ) : listing === "series" ? (
            <SeriesList />
          ) : (
            <CollectionList />
          )}
        </section>
        <div className={styles["right"]}>
          {isForm ? (
            <NewEventForm
              key={correction?.outboxId ?? "new"}
              series={list.value?.series ?? []}
              correction={correction}
              onClose={correction === null || from !== "sync" ? closeForm : () => navigate("sync")}
              onSaved={(saved) => {
                closeForm();
                set(eventsWithSaved(useFilters.getState(), saved, nowMs));
              }}
            />
          ) : listing === "events" ? (
            <ShownEvent events={events} connection={connection.value} />
          ) : listing === "series" ? (
            <SeriesPanel />
          ) : (
            <CollectionPanel nowMs={nowMs} />
          )}
        </div>
      </div>
    </div>
  );
}

interface EventsTitleProps {
  readonly organization: string | undefined;
  /** Null if this person may not create an event. */
  readonly onMake: (() => void) | null;
}

function EventsTitle({ organization, onMake }: EventsTitleProps) {
  return (
    <PageTitle title={words.events.title} hint={<bdi dir="auto">{organization}</bdi>}>
      {onMake === null ? null : (
        <Button icon="add" onPress={onMake}>
          {words.newEvent.open}
        </Button>
      )}
    </PageTitle>
  );
}

/**
 * Fetches the list once if it was never fetched, so that a new computer does not show an empty list. That nobody answered
 * is said until somebody does.
 */
function useFirstRefresh(
  connection: OutputOf<"connection.get"> | null,
  list: OutputOf<"event.list"> | null,
  refresh: Command<"event.refresh">,
): void {
  const neverListed = list !== null && list.listedAtMs === null;
  const { run: runRefresh, clear } = refresh;
  const isConnected = connection?.state === "connected";
  const isOnline = connection?.connectivity.state === "online";
  useEffect(() => {
    if (isOnline) clear();
  }, [isOnline, clear]);
  useEffect(() => {
    if (isConnected && neverListed) void runRefresh({});
  }, [isConnected, neverListed, runRefresh]);
}

interface ShownEventProps {
  readonly events: OutputOf<"event.list">["events"];
  readonly connection: OutputOf<"connection.get"> | null;
}

/** The chosen event, and the download of the selected events. */
function ShownEvent({ events, connection }: ShownEventProps) {
  const { pickedIds, shownId, set, unpick } = useFilters();
  const download = useCommand("download.start");
  const shown = shownOf(events, shownId);
  async function downloadPicked(): Promise<void> {
    const reply = await download.run({ eventIds: [...pickedIds] });
    if (reply?.ok === true) unpick(pickedIds);
  }
  const isPicking = pickedIds.length > 0;
  useKey("Enter", isPicking ? () => void downloadPicked() : null);
  return (
    <>
      {shown === null ? (
        <EmptyState icon="events" title={words.events.chooseOne.title}>
          {words.events.chooseOne.text}
        </EmptyState>
      ) : (
        <EventPanel
          key={shown.madeAs ?? shown.id}
          eventId={shown.id}
          connection={connection}
          isQuiet={isPicking}
        />
      )}
      <FailureNotice failure={download.error} own={words.events.failures} />
      {isPicking ? (
        <div className={styles["picked"]}>
          <Button size="xl" onPress={() => set({ pickedIds: [] })}>
            {words.events.unpick}
          </Button>
          <BigButton
            keycap={words.ui.enter}
            busy={download.isBusy ? words.events.asking : undefined}
            onPress={() => void downloadPicked()}
          >
            {words.events.downloadPicked(pickedIds.length)}
          </BigButton>
        </div>
      ) : null}
    </>
  );
}
