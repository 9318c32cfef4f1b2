import { useSettledElsewhere } from "./board/use-settled-elsewhere.ts";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useDesk } from "#renderer/client/queries/use-query.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { EmptyState } from "#renderer/ui/controls/page/empty-state.tsx";
import { PageTitle } from "#renderer/ui/controls/page/page-title.tsx";
import { ScreenTabs } from "#renderer/ui/controls/page/screen-tabs.tsx";
import { FinishEntry } from "./finish-log/finish-entry.tsx";
import { UnsavedOfOtherEvents } from "./finish-log/saving/unsaved-of-other-events.tsx";
import { OfficialTab } from "./official-results/official-tab.tsx";
import { PodiumHeader } from "./podium-header.tsx";
import { usePodiumLocation } from "./podium-location.ts";
import { PodiumTab } from "./podium-tab.tsx";
import { openDialog } from "./podium-store.ts";
import { useFinishChanges, usePodiumAnswer, useSegments } from "./board/use-segments.ts";
import styles from "./podium-screen.module.css";

/** The podiums of a run: typed from paper, filled from the finish log, compared with the official results. */
export function PodiumScreen() {
  const desk = useDesk();
  const eventId = desk.value?.currentEventId ?? null;
  const chosen = usePodiumLocation((place) => place.runId);
  const tab = usePodiumLocation((place) => place.tab);
  const query = usePodiumAnswer(eventId, chosen);
  useFinishChanges(tab === "podium", query.refresh);
  const segments = useSegments(query);
  useSettledElsewhere(query.value);
  const say = words.podium;

  if (desk.value === null) return null;
  if (eventId === null || query.error?.code === "not-found") {
    return <NoPodium title={say.noEventTitle} text={say.noEventText} ofHub={words.ui.noEventYet} />;
  }
  const answer = query.value;
  if (answer === null) return <div className={styles["screen"]} aria-busy="true" />;
  const { runId } = answer;
  if (runId === null) return <NoPodium title={say.noRunsTitle} text={say.noRunsText} />;
  return (
    <div className={styles["screen"]}>
      <PodiumHeader
        eventId={eventId}
        answer={answer}
        segments={segments}
        tab={tab}
        isLeaving={query.stale}
      />
      <div className={styles["parts"]}>
        <ScreenTabs
          label={say.parts}
          tabs={[
            { id: "podium", label: say.podiumTab },
            { id: "finish", label: say.finishTab },
            { id: "official", label: say.officialTab },
          ]}
          chosenId={tab}
          onChoose={(part) => usePodiumLocation.setState({ tab: part })}
        />
        {tab === "podium" ? <SetupButtons /> : null}
      </div>
      {tab === "podium" ? (
        <PodiumTab
          key={`${eventId} ${runId}`}
          eventId={eventId}
          runId={runId}
          answer={answer}
          segments={segments}
          isLeaving={query.stale}
        />
      ) : null}
      {tab === "finish" ? <FinishEntry key={eventId} eventId={eventId} runId={runId} /> : null}
      {tab === "official" ? <OfficialTab key={runId} eventId={eventId} runId={runId} /> : null}
    </div>
  );
}

function SetupButtons() {
  const { groups, segments } = words.podiumSetup;
  return (
    <span className={styles["tools"]}>
      <Button kind="quiet" size="s" icon="groups" onPress={() => openDialog({ kind: "groups" })}>
        {groups}
      </Button>
      <Button kind="quiet" size="s" icon="add" onPress={() => openDialog({ kind: "segments" })}>
        {segments}
      </Button>
    </span>
  );
}

interface NoPodiumProps {
  readonly title: string;
  readonly text: string;
  /** The text in a window that may not open an event. */
  readonly ofHub?: string;
}

function NoPodium({ title, text, ofHub = text }: NoPodiumProps) {
  const mayOpen = useMay("event.open");
  return (
    <div className={styles["screen"]}>
      <PageTitle title={words.podium.title} />
      <UnsavedOfOtherEvents openEventId={null} />
      <EmptyState
        icon="podium"
        title={title}
        action={
          mayOpen ? (
            <Button icon="events" onPress={() => navigate("events")}>
              {words.podium.toEvents}
            </Button>
          ) : null
        }
      >
        {mayOpen ? text : ofHub}
      </EmptyState>
    </div>
  );
}
