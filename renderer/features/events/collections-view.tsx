import { useEffect } from "react";
import type { OutputOf } from "#shared/contract/index.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { formatTime } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Card, Notice } from "#renderer/ui/controls/page/card.tsx";
import { EmptyState } from "#renderer/ui/controls/page/empty-state.tsx";
import { ListCard, PickLine } from "#renderer/ui/controls/lists/list-card.tsx";
import { PullWait } from "#renderer/ui/race/pull-wait.tsx";
import { describeReplica } from "./event/replica-messages.ts";
import { EventPicture } from "./event/event-picture.tsx";
import { useFilters } from "./filter-store.ts";
import screenStyles from "./events-screen.module.css";

type Collections = OutputOf<"collection.list">;

export interface CollectionListProps {
  readonly list: Collections;
  readonly shownSlug: string | null;
}

/** The organization's collections. A key that may not read them says so; everything else goes on. */
export function CollectionList({ list, shownSlug }: CollectionListProps) {
  const set = useFilters((state) => state.set);
  const refresh = useCommand("collection.refresh");
  const say = words.organizer.collections;
  const isForbidden = list.state === "forbidden" || refresh.error?.code === "forbidden";
  const saying =
    refresh.error === null || isForbidden
      ? list.state === "failed"
        ? say.failed
        : null
      : failureMessage(refresh.error, words.events.failures);
  return (
    <>
      {isForbidden ? (
        <Notice tone="look" title={say.forbidden.title}>
          {say.forbidden.text}
        </Notice>
      ) : saying === null ? null : (
        <Notice tone="look" title={saying.title}>
          {saying.text}
        </Notice>
      )}
      {list.collections.length > 0 ? (
        <ListCard className={screenStyles["list"]}>
          {list.collections.map((one) => (
            <PickLine
              key={one.slug}
              title={one.name}
              note={{
                icon: "events",
                tone: "plain",
                text: one.events === null ? say.notAsked : say.events(one.events),
              }}
              isChosen={one.slug === shownSlug}
              onChoose={() => set({ shownSlug: one.slug })}
            />
          ))}
        </ListCard>
      ) : isForbidden || refresh.isBusy ? null : (
        <EmptyState icon="events" title={say.empty.title}>
          {say.empty.text}
        </EmptyState>
      )}
      <PullWait isBusy={refresh.isBusy} />
      <div className={screenStyles["refresh"]}>
        <Button icon="retry" size="s" isBusy={refresh.isBusy} onPress={() => void refresh.run({})}>
          {refresh.isBusy ? say.refreshing : say.refresh}
        </Button>
        <span className={screenStyles["listed"]}>
          {list.fetchedAtMs === null ? say.never : say.listedAt(formatTime(list.fetchedAtMs))}
        </span>
      </div>
    </>
  );
}

export interface CollectionPanelProps {
  readonly slug: string;
  readonly nowMs: number;
}

/** One collection: its events in the organizer's own order. */
export function CollectionPanel({ slug, nowMs }: CollectionPanelProps) {
  const set = useFilters((state) => state.set);
  const query = useQuery(
    "collection.get",
    { slug },
    { topics: ["collections", "events", "download"] },
  );
  const refresh = useCommand("collection.refresh");
  const say = words.organizer.collections;
  const neverAsked = query.value !== null && query.value.collection.events === null;
  const { run } = refresh;
  // Members that were never asked for are asked for once, when somebody looks.
  useEffect(() => {
    if (neverAsked) void run({ slug });
  }, [neverAsked, run, slug]);

  if (query.value === null) return null;
  const { collection, events } = query.value;
  const saying =
    refresh.error === null ? null : failureMessage(refresh.error, words.events.failures);
  return (
    <>
      <Card isBare label={collection.name} className={screenStyles["panel"]}>
        {collection.hasImage ? (
          <EventPicture of="collection" id={slug} which="cover" name={collection.name} />
        ) : null}
        <header className={screenStyles["head"]}>
          <div>
            <h2>
              <bdi dir="auto">{collection.name}</bdi>
            </h2>
            <p>{collection.description ?? say.inOrder}</p>
          </div>
        </header>
        <div className={screenStyles["checks"]}>
          {events.map((event) => (
            <PickLine
              key={event.id}
              eyebrow={words.events.eyebrow(event.date, event.type)}
              title={event.name}
              note={describeReplica(event.download, nowMs)}
              isChosen={false}
              onChoose={() => set({ listing: "events", shownId: event.id, from: "ever" })}
            />
          ))}
        </div>
      </Card>
      <PullWait isBusy={refresh.isBusy} />
      {saying === null ? null : (
        <Notice tone="look" title={saying.title}>
          {saying.text}
        </Notice>
      )}
      <div className={screenStyles["actions"]}>
        <Button
          size="xl"
          icon="retry"
          isBusy={refresh.isBusy}
          onPress={() => void refresh.run({ slug })}
        >
          {refresh.isBusy ? say.asking : say.ask}
        </Button>
      </div>
    </>
  );
}
