import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { useScanForCheckIn } from "#renderer/client/input/use-scan.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { EmptyState } from "#renderer/ui/controls/page/empty-state.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { PullWait } from "#renderer/ui/race/pull-wait.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { Publications } from "./publications.tsx";
import { StateCard } from "./state-card.tsx";
import styles from "./official.module.css";

export interface OfficialTabProps {
  readonly eventId: string;
  readonly runId: string;
}

/** The published results of a run in all versions, and their comparison with the announced podium (P6). */
export function OfficialTab({ eventId, runId }: OfficialTabProps) {
  useScanForCheckIn();
  const { official } = words;
  const results = useQuery("results.get", { eventId, runId }, { topics: ["results", "events"] });
  const refresh = useCommand("results.refresh");

  async function fetchResults(): Promise<void> {
    const reply = await refresh.run({ eventId, runId });
    if (reply?.ok !== true) return;
    const found = reply.value.runs.flatMap(({ newVersions }) => newVersions);
    const changed = reply.value.runs.flatMap(({ changedVersions }) => changedVersions);
    const wasPublished = results.value?.state === "published";
    const isTakenBack =
      wasPublished && reply.value.runs.some(({ state }) => state === "unpublished");
    results.refresh();
    const news = [
      ...(isTakenBack ? [official.takenBack] : []),
      ...(found.length === 0 ? [] : [official.newVersions(found)]),
      ...(changed.length === 0 ? [] : [official.changedVersions(changed)]),
    ];
    showToast(
      isTakenBack || changed.length > 0 ? "look" : "done",
      news.length === 0 ? official.nothingNew : news.join(". "),
    );
  }

  const known = results.value;
  const failure = refresh.error ?? results.error;
  const fetchButton = (
    <Button icon="download" isBusy={refresh.isBusy} onPress={() => void fetchResults()}>
      {refresh.isBusy ? official.fetching : official.fetch}
    </Button>
  );
  const problem = (
    <>
      <PullWait isBusy={refresh.isBusy} />
      <FailureNotice failure={failure} own={official.failures} />
    </>
  );
  if (known === null) {
    return (
      <div className={styles["empty"]} aria-busy={results.loading}>
        {problem}
      </div>
    );
  }
  if (known.publications.length === 0) {
    return (
      <div className={styles["empty"]}>
        <EmptyState
          icon={known.state === "gone" ? "unknown" : "waiting"}
          title={official.emptyTitle[known.state]}
          action={fetchButton}
        >
          <p>{official.emptyText[known.state]}</p>
        </EmptyState>
        {failure === null ? <StateCard results={known} isAlone /> : null}
        {problem}
      </div>
    );
  }
  return (
    <Publications key={`${eventId} ${runId}`} eventId={eventId} runId={runId} results={known}>
      <StateCard results={known} action={fetchButton} />
      {problem}
    </Publications>
  );
}
