import type { TransportState } from "#renderer/client/transport/transport.ts";
import { useClient } from "#renderer/client/client-context.tsx";
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { onThemeOfOtherTab, showTheme } from "#renderer/client/browser/theme.ts";
import { keepScreenAwake, wakeLockPlace } from "#renderer/client/browser/wake-lock.ts";
import { ConnectedProvider } from "#renderer/client/queries/connected.tsx";
import { ForbiddenProvider } from "#renderer/client/queries/permissions.tsx";
import { openScreenStates, useStateScope } from "#renderer/client/navigation/screen-state.ts";
import { useRoute } from "#renderer/client/navigation/route.ts";
import { useDesk, useQuery } from "#renderer/client/queries/use-query.ts";
import { useScannerPrefix } from "#renderer/client/input/use-scan.ts";
import { FirstStartScreen } from "#renderer/features/first-start/first-start-screen.tsx";
import { JoinOption } from "#renderer/features/desks/join-option.tsx";
import { DevicePairingScreen } from "#renderer/features/device-pairing/pairing-screen.tsx";
import { AnnouncerView } from "#renderer/features/podium/announcer/announcer-view.tsx";
import { words } from "#renderer/i18n/words.ts";
import { EmptyState } from "#renderer/ui/controls/page/empty-state.tsx";
import { ConnectionBanner, PractiseButton, useIsHubInPractice } from "./connection-banner.tsx";
import { Frame } from "./frame.tsx";
import styles from "./shell.module.css";

/** Shows the pairing, the first start, the announcer, or the frame with the other screens. */
export function App() {
  const transport = useTransportState();
  const desk = useDesk();
  const { screen } = useRoute();
  const connection = useQuery("connection.get", {}, { topics: ["connection"] });
  const settings = desk.value?.settings;
  useScannerPrefix(settings?.scannerPrefix ?? "");
  useEffect(() => {
    // The announcer's window has its own theme.
    if (screen === "announcer") return;
    showTheme();
    return onThemeOfOtherTab(showTheme);
  }, [screen]);

  const mode = connection.value?.mode ?? null;
  const scope = useStateScope((state) => state.scope);
  useLayoutEffect(() => {
    if (mode !== null) openScreenStates(mode);
  }, [mode]);

  // While the transport opens its first connection, the screens wait for their first answers anyway.
  const isConnected = transport !== "down";
  useKeptAwake(desk.value !== null && transport !== "locked");

  const looksNew =
    connection.value?.mode === "live" &&
    connection.value.state === "none" &&
    desk.value?.currentEventId === null;
  // A full desk may wait for its hub's lists: it is no new computer.
  const desks = useQuery("desks.get", looksNew ? {} : null, { topics: ["devices"] });

  if (transport === "locked") return <DevicePairingScreen />;
  const isUnknown = looksNew && desks.loading;
  if (desk.value === null || connection.value === null || scope !== mode || isUnknown) {
    return <Opening isDown={transport === "down"} />;
  }
  const isNew = looksNew && desks.value?.role !== "full";
  return (
    <ForbiddenProvider forbidden={desk.value.forbidden}>
      <ConnectedProvider isConnected={isConnected}>
        {screen === "announcer" ? (
          <>
            <ConnectionBanner
              isConnected={isConnected}
              isPaired={desk.value.forbidden.length > 0}
            />
            <AnnouncerView />
          </>
        ) : isNew ? (
          <FirstStartScreen joinOption={<JoinOption />} />
        ) : (
          <Frame desk={desk.value} connection={connection.value} />
        )}
      </ConnectedProvider>
    </ForbiddenProvider>
  );
}

/** Keeps the screen of a browser awake. The desktop's window leaves that to its computer. */
function useKeptAwake(isInUse: boolean): void {
  const { transport } = useClient();
  const isBrowser = transport.pair !== null;
  useEffect(
    () => (isInUse && isBrowser ? keepScreenAwake(wakeLockPlace()) : undefined),
    [isInUse, isBrowser],
  );
}

/** Milliseconds. Words that are shown for a moment only would flicker. */
const wordsAfterMs = 1_000;

/** Shown before the first replies; with words only if the core does not answer, or is slow. */
function Opening({ isDown }: { readonly isDown: boolean }) {
  const isInPractice = useIsHubInPractice();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), wordsAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className={styles["opening"]} aria-busy="true">
      {isDown && isInPractice ? (
        <EmptyState icon="stop" title={words.shell.connection.notSaved} action={<PractiseButton />}>
          {words.shell.connection.inPractice}
        </EmptyState>
      ) : isDown ? (
        <EmptyState icon="stop" title={words.failures["transport-down"].title}>
          {words.failures["transport-down"].text}
        </EmptyState>
      ) : isSlow ? (
        <p role="status">{words.shell.opening}</p>
      ) : null}
    </main>
  );
}

/** The state of the connection to this program's core. */
function useTransportState(): TransportState {
  const { transport } = useClient();
  return useSyncExternalStore(transport.onState, transport.state);
}
