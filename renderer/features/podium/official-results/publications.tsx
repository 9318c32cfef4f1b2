import type { PublicationView } from "#shared/contract/results.ts";
import type { ReactNode } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { SegmentedControl } from "#renderer/ui/controls/buttons/segmented-control.tsx";
import { Select } from "#renderer/ui/fields/select.tsx";
import type { OutputOf } from "#shared/contract/index.ts";
import { SavePaperButton, SavePaperProblem, useSavePaper } from "../print/save-paper.tsx";
import { editionBefore, editionKey, shownEdition } from "./compare-view.ts";
import { usePodiumLocation } from "../podium-location.ts";
import type { PodiumLocation } from "../podium-location.ts";
import { Comparison } from "./comparison.tsx";
import { VersionList } from "./version-list.tsx";
import { VersionView } from "./version-view.tsx";
import styles from "./official.module.css";

export interface PublicationsProps {
  readonly eventId: string;
  readonly runId: string;
  readonly results: OutputOf<"results.get">;
  /** The state card, above the versions. */
  readonly children: ReactNode;
}

/** The versions on the left; on the right, the shown version or its comparison. */
export function Publications({ eventId, runId, results, children }: PublicationsProps) {
  const { official } = words;
  const { edition, against, officialView: view } = usePodiumLocation();
  const paper = useSavePaper();
  const versions = results.publications;
  const shown = shownEdition(versions, edition);
  if (shown === null) return null;
  const name = official.edition(shown);
  const before = editionBefore(versions, shown, against);
  const againstName = before === null ? official.announcedHere : official.edition(before);
  const title = view === "read" ? name : official.compareTitle(againstName, name);
  const onPaper = official.paperTitle(title, shown.standing);
  return (
    <div className={styles["official"]}>
      <div className={styles["left"]}>
        {children}
        <VersionList
          versions={versions}
          shown={shown}
          onShow={(next) => usePodiumLocation.setState({ edition: next })}
        />
      </div>
      <section className={styles["right"]} aria-label={name}>
        <header className={styles["bar"]}>
          <h2>{title}</h2>
          <div className={styles["controls"]}>
            <SegmentedControl<PodiumLocation["officialView"]>
              label={official.show}
              isLabelHidden
              choices={[
                { value: "compare", label: official.view.compare },
                { value: "read", label: official.view.read },
              ]}
              value={view}
              onChange={(officialView) => usePodiumLocation.setState({ officialView })}
            />
            {view === "compare" && versions.length > 1 ? (
              <AgainstSelect versions={versions} shown={shown} before={before} />
            ) : null}
            <Button icon="print" onPress={() => print()}>
              {official.print}
            </Button>
            <SavePaperButton
              paper={paper}
              onPress={() => void paper.save({ what: "official-results", eventId, runId })}
            />
          </div>
        </header>
        <SavePaperProblem paper={paper} />
        {view === "compare" ? (
          <Comparison
            eventId={eventId}
            runId={runId}
            shown={shown}
            before={before}
            title={onPaper}
          />
        ) : (
          <VersionView eventId={eventId} runId={runId} shown={shown} title={onPaper} />
        )}
      </section>
    </div>
  );
}

interface AgainstSelectProps {
  readonly versions: readonly PublicationView[];
  readonly shown: PublicationView;
  readonly before: PublicationView | null;
}

function AgainstSelect({ versions, shown, before }: AgainstSelectProps) {
  const { official } = words;
  return (
    <div className={styles["against"]}>
      <Select
        label={official.compareWith}
        isLabelHidden
        choices={[
          { value: "announced", label: official.announcedHere },
          ...versions
            .filter((each) => each !== shown)
            .map((each) => ({ value: editionKey(each), label: official.edition(each) })),
        ]}
        value={before === null ? "announced" : editionKey(before)}
        onChange={(other) => usePodiumLocation.setState({ against: other })}
      />
    </div>
  );
}
