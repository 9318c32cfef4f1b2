import { useEffect, useMemo } from "react";
import { useCommand } from "#renderer/client/use-command.ts";
import { useKey } from "#renderer/client/use-key.ts";
import { useLater } from "#renderer/client/use-later.ts";
import { useNow } from "#renderer/client/use-now.ts";
import { useQuery } from "#renderer/client/use-query.ts";
import { useScanForCheckIn } from "#renderer/client/use-scan.ts";
import { failureWords } from "#renderer/i18n/failure-words.ts";
import { formatTime } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/big-button.tsx";
import { Button } from "#renderer/ui/button.tsx";
import { Notice } from "#renderer/ui/card.tsx";
import { EmptyState } from "#renderer/ui/empty-state.tsx";
import { PageTitle } from "#renderer/ui/page-title.tsx";
import { EventList } from "./event-list.tsx";
import { EventPanel } from "./event-panel.tsx";
import { EventFilters } from "./event-filters.tsx";
import { apiFilter, useFilters } from "./filter-store.ts";
import styles from "./events-room.module.css";

const minuteMs = 60_000;

/** What the organization has, and how much of it is on this computer. */
export function EventsRoom() {
  useScanForCheckIn();
  const nowMs = useNow(minuteMs);
  const filters = useFilters();
  const text = useLater(filters.text.trim(), 120);
  const filter = apiFilter(filters, nowMs);
  const list = useQuery(
    "event.list",
    { ...filter, ...(text === "" ? {} : { text }) },
    {
      topics: ["events", "download"],
      keep: true,
    },
  );
  const connection = useQuery("connection.get", {}, { topics: ["connection"] });
  const refresh = useCommand("event.refresh");
  const download = useCommand("download.start");
  const { pickedIds, shownId, set } = filters;

  const events = useMemo(
    () => list.value?.events.toSorted((a, b) => a.date.localeCompare(b.date)) ?? [],
    [list.value],
  );
  const shown = events.find((event) => event.id === shownId) ?? events[0] ?? null;

  // A list that was never fetched is fetched once, so that a new desk does not begin with an empty page.
  const isConnected = connection.value?.state === "connected";
  const neverListed = list.value !== null && list.value.listedAtMs === null;
  const { run: runRefresh } = refresh;
  useEffect(() => {
    if (isConnected && neverListed) void runRefresh({});
  }, [isConnected, neverListed, runRefresh]);

  async function downloadPicked(): Promise<void> {
    const reply = await download.run({ eventIds: [...pickedIds] });
    if (reply?.ok === true) set({ pickedIds: [] });
  }
  const isPicking = pickedIds.length > 0;
  useKey("Enter", isPicking ? () => void downloadPicked() : null);

  const failure = refresh.error ?? download.error ?? list.error;
  const saying = failure === null ? null : failureWords(failure, words.events.failures);
  const listedAtMs = list.value?.listedAtMs ?? null;
  const isFiltered =
    filters.text !== "" ||
    filters.type !== "" ||
    filters.seriesId !== "" ||
    filters.from !== "ever";
  return (
    <div className={styles["room"]}>
      <PageTitle
        title={words.events.title}
        hint={<bdi dir="auto">{connection.value?.organization?.name}</bdi>}
      />
      <div className={styles["columns"]}>
        <section className={styles["left"]} aria-label={words.events.list}>
          <EventFilters
            series={list.value?.series ?? []}
            types={[...new Set(events.map((event) => event.type))]}
          />
          {saying === null ? null : (
            <Notice tone="look" title={saying.title}>
              {saying.text}
            </Notice>
          )}
          {events.length > 0 ? (
            <EventList
              events={events}
              shownId={shown?.id ?? null}
              pickedIds={pickedIds}
              nowMs={nowMs}
            />
          ) : list.value === null || refresh.isBusy ? null : (
            <Empty isFiltered={isFiltered && !neverListed} />
          )}
          <div className={styles["refresh"]}>
            <Button
              icon="retry"
              size="s"
              isBusy={refresh.isBusy}
              onPress={() => void refresh.run(filter)}
            >
              {refresh.isBusy ? words.events.refreshing : words.events.refresh}
            </Button>
            <span className={styles["listed"]}>
              {listedAtMs === null
                ? words.events.neverListed
                : words.events.listedAt(formatTime(listedAtMs))}
            </span>
          </div>
        </section>
        <div className={styles["right"]}>
          {shown === null ? (
            <EmptyState icon="events" title={words.events.chooseOne.title}>
              {words.events.chooseOne.text}
            </EmptyState>
          ) : (
            <EventPanel
              key={shown.id}
              eventId={shown.id}
              connection={connection.value}
              isQuiet={isPicking}
            />
          )}
          {isPicking ? (
            <div className={styles["picked"]}>
              <Button size="xl" onPress={() => set({ pickedIds: [] })}>
                {words.events.unpick}
              </Button>
              <BigButton
                keycap="Enter"
                busy={download.isBusy ? words.events.asking : undefined}
                onPress={() => void downloadPicked()}
              >
                {words.events.downloadPicked(pickedIds.length)}
              </BigButton>
            </div>
          ) : null}
        </div>
      </div>
    </div>
  );
}

function Empty({ isFiltered }: { readonly isFiltered: boolean }) {
  const set = useFilters((state) => state.set);
  const { empty, emptyFiltered } = words.events;
  return isFiltered ? (
    <EmptyState
      title={emptyFiltered.title}
      action={
        <Button
          kind="quiet"
          onPress={() => set({ text: "", type: "", seriesId: "", from: "ever" })}
        >
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
