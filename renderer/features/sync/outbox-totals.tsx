import { useEffect } from "react";
import { create } from "zustand";
import type { Certainty, OutboxEntry, OutboxTotals } from "#shared/contract/sync.ts";
import { certainties } from "#shared/domain/outbox/delivery-policy.ts";
import { keepScreenState, oneOf, omitDefaults } from "#renderer/client/navigation/screen-state.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import type { Query } from "#renderer/client/queries/use-query.ts";
import { formatCount } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { Select } from "#renderer/ui/fields/select.tsx";
import { EntryList } from "./outbox/entry-list.tsx";
import type { QueueNow } from "./outbox/outbox-messages.ts";
import styles from "./outbox-totals.module.css";

const shownEntries = 50;
const everyEvent = "";

/** The entries that are shown; kept while another screen is open. */
interface TotalsState {
  readonly chosen: Certainty | null;
  readonly eventId: string;
  readonly from: number;
}

const usual: TotalsState = { chosen: null, eventId: everyEvent, from: 0 };
const useTotalsState = create<TotalsState>(() => usual);
const none = "";

keepScreenState("sync", useTotalsState, {
  read: ({ entries, event, page }) => {
    const chosen = oneOf([none, ...certainties], entries, none);
    const from = Number(page ?? 0);
    return {
      chosen: chosen === none ? null : chosen,
      eventId: event ?? everyEvent,
      from: Number.isSafeInteger(from) && from > 0 ? from : 0,
    };
  },
  write: ({ chosen, eventId, from }) =>
    omitDefaults(
      { entries: chosen, event: eventId, page: String(from) },
      { event: everyEvent, page: "0" },
    ),
  inAddress: ["entries", "event"],
});

export interface OutboxTotalsSectionProps {
  readonly sentToday: number;
  readonly now: QueueNow;
  readonly onLook: (entry: OutboxEntry) => void;
}

/**
 * The chosen event is not among the entries any more: another event was opened at the computer that this device is paired
 * with (S10), or the link is older than this outbox. Then all events are shown (N1).
 */
export const isChoiceGone = (
  eventId: string,
  { value, error }: Pick<Query<"outbox.totals">, "value" | "error">,
): boolean =>
  eventId !== everyEvent &&
  (error?.code === "not-allowed" ||
    (value !== null && !value.events.some(({ id }) => id === eventId)));

/** The outbox in four counts (W3). Each count opens a paged list of its entries. */
export function OutboxTotalsSection({ sentToday, now, onLook }: OutboxTotalsSectionProps) {
  const { chosen, eventId } = useTotalsState();
  const ofEvent = eventId === everyEvent ? {} : { eventId };
  const totals = useQuery("outbox.totals", ofEvent, { topics: ["outbox", "sync"], keep: true });
  const say = words.outboxTotals;
  const isGone = isChoiceGone(eventId, totals);
  useEffect(() => {
    if (isGone) useTotalsState.setState({ eventId: everyEvent, from: 0 });
  }, [isGone]);
  if (totals.value === null) return null;
  const { counts, events } = totals.value;
  const total = certainties.reduce((sum, certainty) => sum + (counts[certainty] ?? 0), 0);
  if (total === 0 && eventId === everyEvent) return null;
  const choose = (certainty: Certainty): void =>
    useTotalsState.setState({ chosen: chosen === certainty ? null : certainty, from: 0 });

  return (
    <section className={styles["totals"]} aria-label={say.title}>
      {sentToday === 0 ? null : (
        <div className={styles["sentToday"]}>
          <FieldNote size="m" note={{ tone: "done", text: words.sync.sentToday(sentToday) }} />
          <Button size="s" kind="quiet" onPress={() => choose("confirmed")}>
            {chosen === "confirmed" ? words.sync.hide : words.sync.show}
          </Button>
        </div>
      )}
      <header className={styles["head"]}>
        <h2>{say.title}</h2>
        <span>{say.hint(total)}</span>
      </header>
      <div className={styles["counts"]}>
        {certainties.map((certainty) => (
          <button
            key={certainty}
            type="button"
            className={styles["count"]}
            aria-pressed={chosen === certainty}
            onClick={() => choose(certainty)}
          >
            <b>{formatCount(counts[certainty] ?? 0)}</b>
            <span>{say.certainties[certainty]}</span>
          </button>
        ))}
      </div>
      {events.length === 0 ? null : (
        <EventChoice
          events={events}
          eventId={eventId}
          onChange={(other) => useTotalsState.setState({ eventId: other, from: 0 })}
        />
      )}
      {chosen === null ? null : (
        <Entries
          key={`${chosen} ${eventId}`}
          certainty={chosen}
          ofEvent={ofEvent}
          now={now}
          onLook={onLook}
        />
      )}
    </section>
  );
}

interface EventChoiceProps {
  readonly events: OutboxTotals["events"];
  readonly eventId: string;
  readonly onChange: (eventId: string) => void;
}

function EventChoice({ events, eventId, onChange }: EventChoiceProps) {
  const say = words.outboxTotals;
  return (
    // Enter here opens the list: it never sends the form of a refused walk-up above.
    <div data-enter="own">
      <Select
        size="s"
        isLabelHidden
        label={say.event}
        value={eventId}
        choices={[
          { value: everyEvent, label: say.allEvents },
          ...events.map(({ id, name, entries }) => ({
            value: id,
            label: say.ofEvent(name ?? say.noEventName, entries),
          })),
        ]}
        onChange={onChange}
      />
    </div>
  );
}

interface EntriesProps extends Pick<OutboxTotalsSectionProps, "now" | "onLook"> {
  readonly certainty: Certainty;
  readonly ofEvent: { readonly eventId?: string };
}

function Entries({ certainty, ofEvent, now, onLook }: EntriesProps) {
  const from = useTotalsState((place) => place.from);
  const setFrom = (row: number): void => useTotalsState.setState({ from: row });
  const list = useQuery(
    "outbox.list",
    { show: "all", certainty, ...ofEvent, from, limit: shownEntries },
    { topics: ["outbox", "sync"], keep: true },
  );
  const say = words.outboxTotals;
  const total = list.value?.total ?? 0;
  // The entries of the last pages were sent meanwhile.
  const isPastEnd = !list.stale && total > 0 && from >= total;
  useEffect(() => {
    if (isPastEnd) useTotalsState.setState({ from: total - 1 - ((total - 1) % shownEntries) });
  }, [isPastEnd, total]);
  if (list.value === null) return null;
  const { entries } = list.value;
  if (total === 0) return <p className={styles["quiet"]}>{say.none[certainty]}</p>;
  return (
    <>
      <p className={styles["quiet"]}>{say.means[certainty]}</p>
      <EntryList entries={entries} now={now} onLook={onLook} />
      {total <= shownEntries && from === 0 ? null : (
        <nav className={styles["pages"]} aria-label={say.title}>
          <span role="status">
            {say.page(Math.min(from + 1, total), Math.min(from + entries.length, total), total)}
          </span>
          {from === 0 ? null : (
            <Button size="s" onPress={() => setFrom(Math.max(0, from - shownEntries))}>
              {say.before}
            </Button>
          )}
          {from + shownEntries >= total ? null : (
            <Button size="s" onPress={() => setFrom(from + shownEntries)}>
              {say.after}
            </Button>
          )}
        </nav>
      )}
    </>
  );
}
