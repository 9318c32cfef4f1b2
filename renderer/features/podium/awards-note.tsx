import { useCommand } from "#renderer/client/queries/use-command.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { EmptyState } from "#renderer/ui/controls/page/empty-state.tsx";
import { PullWait } from "#renderer/ui/race/pull-wait.tsx";
import { openDialog } from "./podium-store.ts";
import type { PodiumAnswer } from "./board/use-segments.ts";
import styles from "./dialogs.module.css";

export interface AwardsNoteProps {
  readonly eventId: string;
  readonly awards: PodiumAnswer["awards"];
  readonly hasSegments: boolean;
}

/** Offers the ways to get segments if the run has none, and shows awards of the organizer that are unreadable. */
export function AwardsNote({ eventId, awards, hasSegments }: AwardsNoteProps) {
  const say = words.podiumSetup.awards;
  const { state, raw } = awards;
  const build = (
    <Button icon="add" onPress={() => openDialog({ kind: "segments" })}>
      {say.build}
    </Button>
  );
  if (hasSegments) {
    return state === "unrecognised" ? (
      <Notice tone="look" title={say.unrecognised} action={build}>
        <RawAnswer raw={raw} />
      </Notice>
    ) : null;
  }
  const [title, text] = {
    never: [say.never, say.neverText],
    none: [say.none, say.noneText],
    read: [say.none, say.noneText],
    failed: [say.failed, say.failedText],
    unrecognised: [say.unrecognised, say.unrecognisedText],
  }[state];
  return (
    <EmptyState
      icon={state === "unrecognised" || state === "failed" ? "look" : "podium"}
      title={title}
      action={
        <div className={styles["emptyActions"]}>
          {build}
          <FetchAwards eventId={eventId} />
        </div>
      }
    >
      <p>{text}</p>
      <RawAnswer raw={raw} />
    </EmptyState>
  );
}

export function RawAnswer({ raw }: { readonly raw: string | null }) {
  if (raw === null) return null;
  return (
    <details className={styles["raw"]} open>
      <summary>{words.podiumSetup.awards.raw}</summary>
      <pre dir="auto">{raw}</pre>
    </details>
  );
}

/** Fetches the award segments from the organizer. Typed sheets stay. */
export function FetchAwards({ eventId }: { readonly eventId: string }) {
  const refresh = useCommand("awards.refresh");
  const say = words.podiumSetup;
  const failure =
    refresh.error === null
      ? null
      : failureMessage(refresh.error, { ...words.events.failures, ...say.fetchFailures });
  return (
    <>
      <Button
        kind="quiet"
        icon="retry"
        isBusy={refresh.isBusy}
        onPress={() => void refresh.run({ eventId })}
      >
        {refresh.isBusy ? say.awards.fetching : say.awards.fetch}
      </Button>
      <PullWait isBusy={refresh.isBusy} />
      {failure === null ? null : (
        <Notice tone="look" title={failure.title}>
          {failure.text}
        </Notice>
      )}
    </>
  );
}
