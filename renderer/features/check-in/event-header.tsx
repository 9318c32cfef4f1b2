import { memo } from "react";
import { formatDay } from "#renderer/i18n/format.ts";
import { Clock } from "#renderer/ui/controls/page/clock.tsx";
import type { EventDetail } from "#shared/contract/events.ts";
import styles from "./check-in-panels.module.css";

/** The name, the day and the place of the event, and the clock. */
export const EventHeader = memo(function EventHeader({
  event,
}: {
  readonly event: EventDetail | null;
}) {
  const where = event?.place ?? null;
  return (
    <header className={styles["head"]}>
      <div className="shrinks">
        <h1 className={styles["eventName"]} title={event?.name}>
          <bdi dir="auto">{event?.name}</bdi>
        </h1>
        <p className={styles["eventPlace"]}>
          {event === null ? "" : formatDay(event.date)}
          {where === null ? null : (
            <span className={styles["where"]}>
              {", "}
              <bdi dir="auto">{where}</bdi>
            </span>
          )}
        </p>
      </div>
      <Clock />
    </header>
  );
});
