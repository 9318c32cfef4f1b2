import { routeHash } from "#renderer/client/navigation/route.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Clock } from "#renderer/ui/controls/page/clock.tsx";
import { RunTag } from "#renderer/ui/race/runs/run-tag.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import type { PodiumTabId } from "./podium-location.ts";
import { chooseRun, openDialog, usePodium } from "./podium-store.ts";
import type { PodiumAnswer } from "./board/use-segments.ts";
import styles from "./podium-screen.module.css";

export interface PodiumHeaderProps {
  readonly eventId: string;
  /** Of the former run until the chosen one is answered. */
  readonly answer: PodiumAnswer;
  readonly segments: readonly PodiumSegment[];
  readonly tab: PodiumTabId;
  /** Another run was chosen, and is not answered yet. */
  readonly isLeaving: boolean;
}

/** The runs, with the number of announced segments of each. */
export function PodiumHeader({ eventId, answer, segments, tab, isLeaving }: PodiumHeaderProps) {
  const say = words.podium;
  const { runId } = answer;
  return (
    <header className={styles["head"]}>
      <h1 className="aloud">{say.title}</h1>
      <div className={styles["runs"]} role="group" aria-label={say.runs}>
        {answer.runs.map((run) => {
          const isChosen = run.id === runId;
          const text = isChosen
            ? say.announcedOf(
                segments.filter(({ announced }) => announced !== null).length,
                segments.length,
              )
            : say.announcedShort(run.announced, run.segments);
          return (
            <button
              key={run.id}
              type="button"
              className={styles["run"]}
              aria-pressed={isChosen}
              onClick={() => {
                if (!isChosen || isLeaving) chooseRun(run.id, runId ?? "");
              }}
            >
              <RunTag run={run} />
              <span>{text}</span>
            </button>
          );
        })}
      </div>
      <div className={styles["end"]}>
        {tab === "podium" ? (
          <>
            <Button icon="print" onPress={() => openDialog({ kind: "print" })}>
              {say.print}
            </Button>
            <Button icon="announcer" onPress={() => openAnnouncer(eventId, runId)}>
              {say.announcer}
            </Button>
          </>
        ) : null}
        <Clock />
      </div>
    </header>
  );
}

/** A window that this page opens shares its session, so it has access with the same token. */
function openAnnouncer(eventId: string, runId: string | null): void {
  const segmentId = usePodium.getState().explained?.segmentId;
  const address = `${location.pathname}${location.search}${routeHash("announcer", {
    event: eventId,
    ...(runId === null ? {} : { run: runId }),
    ...(segmentId === undefined ? {} : { segment: segmentId }),
  })}`;
  const opened = window.open(address, "chute-announcer", "popup,width=1280,height=720");
  if (opened === null) {
    showToast("look", words.podium.announcerBlocked);
  } else {
    opened.focus();
  }
}
