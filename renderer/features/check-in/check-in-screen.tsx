import { useEffect } from "react";
import { navigate, routeHash, useRoute } from "#renderer/client/navigation/route.ts";
import { useClient } from "#renderer/client/client-context.tsx";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useEvent } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { EmptyState } from "#renderer/ui/controls/page/empty-state.tsx";
import { PageTitle } from "#renderer/ui/controls/page/page-title.tsx";
import type { DeskState } from "#shared/contract/settings.ts";
import { useCheckIn } from "./check-in-store.ts";
import { CheckInPanels } from "./check-in-panels.tsx";
import { viewOfNow } from "./commands/run-command.ts";
import { companionsOf, isReadyToCheckIn } from "./runner/verdict.ts";
import { problemOf } from "./runner/warning-heading.ts";
import styles from "./check-in-panels.module.css";

/**
 * The state of the desk is the frame's, so that the search box is there and takes the keys in the moment in which this
 * screen is opened (B4).
 */
export function CheckInScreen({ desk }: { readonly desk: DeskState }) {
  const eventId = desk.currentEventId;
  const event = useEvent(eventId);
  const leave = useCheckIn((state) => state.leave);
  useEffect(() => leave, [eventId, leave]);
  useOpenedFromElsewhere(eventId);

  if (eventId === null || (event.error !== null && event.error.code === "not-found")) {
    return <NoEvent />;
  }
  return (
    <CheckInPanels key={eventId} eventId={eventId} event={event.value} settings={desk.settings} />
  );
}

function NoEvent() {
  const mayOpen = useMay("event.open");
  return (
    <div className={styles["noEvent"]}>
      <PageTitle title={words.checkIn.title} />
      <EmptyState
        icon="events"
        title={words.checkIn.noEventTitle}
        action={
          mayOpen ? (
            <Button icon="events" onPress={() => navigate("events")}>
              {words.checkIn.toEvents}
            </Button>
          ) : null
        }
      >
        {mayOpen ? words.checkIn.noEventText : words.ui.noEventYet}
      </EmptyState>
    </div>
  );
}

/** Opens the runner that another screen names: one to look at, or a walk-up that was just checked in. */
function useOpenedFromElsewhere(eventId: string | null): void {
  const route = useRoute();
  const client = useClient();
  const { runner, saved, entry, text } = route.with;
  useEffect(() => {
    const runnerId = saved ?? runner;
    if (eventId === null || runnerId === undefined) return;
    const { open, showDone, type } = useCheckIn.getState();
    history.replaceState(history.state, "", routeHash("check-in"));
    if (text !== undefined) {
      // The next runner was begun while the walk-up was being saved.
      type(text);
      return;
    }
    open(runnerId);
    const isShown = viewOfNow();
    if (saved === undefined || entry === undefined || entry === "") return;
    void client.call("roster.get", { eventId, runnerId }).then((reply) => {
      // The next runner may be typed already.
      if (!isShown() || !reply.ok || reply.value.runner.checkedIn === null) return;
      const { runner } = reply.value;
      const { atMs } = reply.value.runner.checkedIn;
      const waiting = companionsOf(reply.value).filter(isReadyToCheckIn);
      // The form said everything about the run. It cannot know that the walk-up was refused.
      const knownProblem = runner.delivery === "refused" ? null : problemOf(reply.value);
      showDone({ kind: "one", runner, entryId: entry, atMs, waiting, knownProblem });
    });
  }, [eventId, runner, saved, entry, text, client]);
}
