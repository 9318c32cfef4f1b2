import { useEffect } from "react";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { formatRecent } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Card, Notice } from "#renderer/ui/controls/page/card.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { EmptyState } from "#renderer/ui/controls/page/empty-state.tsx";
import { PickLine } from "#renderer/ui/controls/lists/list-card.tsx";
import { PickList } from "#renderer/ui/controls/lists/pick-list.tsx";
import { PullWait } from "#renderer/ui/race/pull-wait.tsx";
import { describeReplica } from "./event/replica-messages.ts";
import { EventPicture } from "./event/event-picture.tsx";
import { eventsWith, useFilters } from "./filter-store.ts";
import screenStyles from "./events-screen.module.css";

/** The organization's collections, and the slug of the selected one, which is the first by default. */
function useCollections() {
  const list = useQuery("collection.list", {}, { topics: ["collections", "events"] }).value;
  const slug = useFilters((state) => state.shownSlug);
  const collections = list?.collections ?? [];
  const shown = collections.find((one) => one.slug === slug) ?? collections[0];
  return { list, shownSlug: shown?.slug ?? null };
}

/** The collections as a list. A key without the right to read them gets a notice. */
export function CollectionList() {
  const { list, shownSlug } = useCollections();
  const set = useFilters((state) => state.set);
  const refresh = useCommand("collection.refresh");
  const say = words.organizer.collections;
  if (list === null) return null;
  const isForbidden = list.state === "forbidden" || refresh.error?.code === "forbidden";
  const problem = isForbidden ? say.forbidden : list.state === "failed" ? say.failed : null;
  return (
    <>
      {refresh.error !== null && !isForbidden ? (
        <FailureNotice tone="look" failure={refresh.error} own={words.events.failures} />
      ) : problem === null ? null : (
        <Notice tone="look" title={problem.title}>
          {problem.text}
        </Notice>
      )}
      {list.collections.length > 0 ? (
        <PickList className={screenStyles["list"]}>
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
        </PickList>
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
        <span className="quiet">
          {list.fetchedAtMs === null ? say.never : say.listedAt(formatRecent(list.fetchedAtMs))}
        </span>
      </div>
    </>
  );
}

export function CollectionPanel({ nowMs }: { readonly nowMs: number }) {
  const { shownSlug } = useCollections();
  return shownSlug === null ? null : <Collection key={shownSlug} slug={shownSlug} nowMs={nowMs} />;
}

interface CollectionProps {
  readonly slug: string;
  readonly nowMs: number;
}

/** One collection: its events in the organizer's order. */
function Collection({ slug, nowMs }: CollectionProps) {
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
  // The events of a collection are fetched when the collection is first shown.
  useEffect(() => {
    if (neverAsked) void run({ slug });
  }, [neverAsked, run, slug]);

  if (query.value === null) return null;
  const { collection, events } = query.value;
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
              onChoose={() => set(eventsWith({ shownId: event.id }))}
            />
          ))}
        </div>
      </Card>
      <PullWait isBusy={refresh.isBusy} />
      <FailureNotice tone="look" failure={refresh.error} own={words.events.failures} />
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
