import { useEffect, useRef } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { useIsConnected } from "#renderer/client/queries/connected.tsx";
import { LoadedTogether } from "#renderer/client/queries/loaded-together.tsx";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useKey } from "#renderer/client/input/use-key.ts";
import { useScrollRestoration } from "#renderer/client/navigation/scroll-restoration.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { navigate, routeHash, useRoute } from "#renderer/client/navigation/route.ts";
import type { ScreenName } from "#renderer/client/navigation/route.ts";
import { CheckInScreen } from "#renderer/features/check-in/check-in-screen.tsx";
import { DesksScreen } from "#renderer/features/desks/desks-screen.tsx";
import { EventsScreen } from "#renderer/features/events/events-screen.tsx";
import { resumeFinishQueues } from "#renderer/features/podium/finish-log/saving/save-queues.ts";
import { PodiumScreen } from "#renderer/features/podium/podium-screen.tsx";
import { RehearsalButton, RehearsalPanel } from "#renderer/features/rehearsal/rehearsal.tsx";
import { SettingsScreen } from "#renderer/features/settings/settings-screen.tsx";
import { SyncScreen } from "#renderer/features/sync/sync-screen.tsx";
import { WalkUpScreen } from "#renderer/features/walk-ups/walk-up-screen.tsx";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { PracticeBanner } from "#renderer/ui/race/practice-banner.tsx";
import { Rail } from "#renderer/ui/controls/page/rail.tsx";
import type { RailItem } from "#renderer/ui/controls/page/rail.tsx";
import { showToast, useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { ToastPlace } from "#renderer/ui/controls/dialogs/toast.tsx";
import type { ToastPlaceProps } from "#renderer/ui/controls/dialogs/toast.tsx";
import type { Connection } from "#shared/contract/connection.ts";
import type { DeskState } from "#shared/contract/settings.ts";
import type { SyncStatus } from "#shared/contract/sync.ts";
import { ScreenBoundary } from "./error-boundary.tsx";
import { DiskAlert, FindingsAlert } from "./alerts.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { StatusLine } from "./status-line.tsx";
import {
  countNeeding,
  useWaitingForPerson,
} from "#renderer/client/queries/use-waiting-for-person.ts";
import type { WaitingForPerson } from "#renderer/client/queries/use-waiting-for-person.ts";
import { useEventNotice } from "./use-event-notice.ts";
import { useRefusalAlert } from "./use-refusal-alert.ts";
import styles from "./shell.module.css";

export interface FrameProps {
  readonly desk: DeskState;
  readonly connection: Connection;
}

/** The rail, the current screen and the status bar. */
export function Frame({ desk, connection }: FrameProps) {
  const { screen } = useRoute();
  const isConnected = useIsConnected();
  const leave = useCommand("practice.leave");
  const mayLeave = useMay("practice.leave");
  const sync = useQuery("sync.status", {}, { topics: ["sync", "outbox", "connection"] });
  const waiting = useWaitingForPerson(desk.currentEventId);
  useRefusalAlert(desk);
  useEventNotice(desk.currentEventId);
  const isPractice = connection.mode === "practice";
  const leavePractice = async (): Promise<void> => {
    const reply = await leave.run({});
    if (reply === null || reply.ok) return;
    const { title, text } = failureMessage(reply.error, words.firstStart.failures);
    showToast("stop", `${title}. ${text}`);
  };
  const mainRef = useRef<HTMLElement>(null);
  useScrollRestoration(mainRef);
  const client = useClient();
  useEffect(() => resumeFinishQueues(client), [client]);
  useEffect(() => useToast.getState().leaveScreen(), [screen]);
  useKey("F1", () => navigate("settings", { part: "keys" }));
  useEffect(() => {
    // When this computer's network is back, connectivity is checked at once and not at the next timer (O12).
    const check = (): void => void client.call("sync.look", {});
    addEventListener("online", check);
    return () => removeEventListener("online", check);
  }, [client]);
  return (
    <div className={styles["frame"]}>
      {isPractice ? (
        <div className={styles["practice"]}>
          <PracticeBanner
            more={<RehearsalButton />}
            leaveLabel={words.shell.leavePractice}
            onLeave={mayLeave ? () => void leavePractice() : null}
          >
            {words.shell.practiceBanner}
          </PracticeBanner>
          <RehearsalPanel />
        </div>
      ) : null}
      <ConnectionBanner isConnected={isConnected} isPaired={desk.forbidden.length > 0} />
      <FindingsAlert findings={desk.about.findings} />
      <DiskAlert />
      <div className={styles["layout"]}>
        <Rail
          label={words.shell.screens}
          items={[
            link("check-in", words.shell.checkIn),
            link("podium", words.shell.podium),
            link("events", words.shell.events),
            { ...link("sync", words.shell.sync), badge: syncBadge(sync.value, waiting) },
          ]}
          lastItem={link("settings", words.shell.settings)}
          currentId={railItemOf[screen] ?? screen}
          onOpen={navigate}
        />
        <main ref={mainRef} className={styles["screen"]}>
          <ScreenBoundary key={screen} screen={screen}>
            {loadedTogether.includes(screen) ? (
              <LoadedTogether>
                <CurrentScreen screen={screen} desk={desk} waiting={waiting} />
              </LoadedTogether>
            ) : (
              <CurrentScreen screen={screen} desk={desk} waiting={waiting} />
            )}
          </ScreenBoundary>
        </main>
        <StatusLine desk={desk} connection={connection} sync={sync.value} waiting={waiting} />
      </div>
      <ToastPlace above={belowToast[screen]} />
    </div>
  );
}

interface CurrentScreenProps {
  readonly screen: ScreenName;
  readonly desk: DeskState;
  readonly waiting: WaitingForPerson;
}

function CurrentScreen({ screen, desk, waiting }: CurrentScreenProps) {
  switch (screen) {
    case "walk-up":
      return <WalkUpScreen />;
    case "events":
      return <EventsScreen />;
    case "sync":
      return <SyncScreen waiting={waiting} />;
    case "settings":
      return <SettingsScreen />;
    case "desks":
      return <DesksScreen />;
    case "podium":
    case "announcer":
      return <PodiumScreen />;
    case "check-in":
      return <CheckInScreen desk={desk} />;
  }
}

/** Screens of several cards below each other, whose answers come one after the other. */
const loadedTogether: readonly ScreenName[] = ["sync", "settings", "desks"];

/** The part at the foot of a screen that a toast must not cover. */
const belowToast: Readonly<Record<ScreenName, ToastPlaceProps["above"]>> = {
  "check-in": "foot",
  podium: "foot",
  announcer: undefined,
  "walk-up": "foot",
  events: "actions",
  sync: undefined,
  settings: undefined,
  desks: undefined,
};

/** Screens that are reached from another one. */
const railItemOf: Readonly<Partial<Record<ScreenName, ScreenName>>> = {
  "walk-up": "check-in",
  desks: "settings",
};

const link = (
  screen: "check-in" | "podium" | "events" | "sync" | "settings",
  label: string,
): RailItem<ScreenName> => ({ id: screen, href: routeHash(screen), label, icon: screen });

function syncBadge(sync: SyncStatus | null, waiting: WaitingForPerson): RailItem["badge"] {
  if (sync === null) return undefined;
  const count = countNeeding(sync, waiting);
  if (count > 0) return { count, tone: "look", label: words.shell.needYou(count) };
  return sync.waiting > 0
    ? { count: sync.waiting, tone: "wait", label: words.shell.waiting(sync.waiting) }
    : undefined;
}
