import type { EventRow } from "#shared/contract/events.ts";
import { navigate, useRoute } from "#renderer/client/navigation/route.ts";
import { words } from "#renderer/i18n/words.ts";
import { Checkbox } from "#renderer/ui/controls/buttons/checkbox.tsx";
import { PickLine } from "#renderer/ui/controls/lists/list-card.tsx";
import { PickList } from "#renderer/ui/controls/lists/pick-list.tsx";
import { describeReplica, describeLocalEvent } from "./event/replica-messages.ts";
import { useFilters } from "./filter-store.ts";
import styles from "./events-screen.module.css";

export interface EventListProps {
  readonly events: readonly EventRow[];
  readonly shownId: string | null;
  readonly pickedIds: readonly string[];
  readonly nowMs: number;
}

/** Only an event that the organizer has can be downloaded. */
const isWithOrganizer = ({ delivery }: EventRow): boolean =>
  delivery === null || delivery === "confirmed";

/** The row that becomes the shown one is in sight. */
const intoSight = (row: HTMLElement | null): void => row?.scrollIntoView({ block: "nearest" });

/** The events by date; one is shown, several may be selected for download. */
export function EventList({ events, shownId, pickedIds, nowMs }: EventListProps) {
  const set = useFilters((state) => state.set);
  const togglePick = useFilters((state) => state.togglePick);
  const isCorrecting = useRoute().with["correct"] !== undefined;
  return (
    <PickList className={styles["list"]}>
      {events.map((event) => (
        <div
          key={event.id}
          ref={event.id === shownId ? intoSight : undefined}
          className={styles["row"]}
          data-shown={event.id === shownId ? "" : undefined}
        >
          <PickLine
            eyebrow={words.events.eyebrow(event.date, event.type)}
            title={event.name}
            note={describeLocalEvent(event) ?? describeReplica(event.download, nowMs)}
            isChosen={event.id === shownId}
            // The form of a new event, or of a correction, closes; its texts are kept.
            onChoose={() => {
              if (isCorrecting) navigate("events");
              set({ shownId: event.id, isMaking: false });
            }}
          />
          {isWithOrganizer(event) ? (
            <div className={styles["tick"]} data-enter="own">
              <Checkbox
                isChosen={pickedIds.includes(event.id)}
                onChange={() => togglePick(event.id)}
              >
                <span className="aloud">{words.events.pick(event.name)}</span>
              </Checkbox>
            </div>
          ) : null}
        </div>
      ))}
    </PickList>
  );
}
