import { useState } from "react";
import type { ReactNode } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/button.tsx";
import { SegmentedControl } from "#renderer/ui/segmented-control.tsx";
import { Select } from "#renderer/ui/select.tsx";
import type { OutputOf } from "#shared/contract/index.ts";
import { SavePaperButton, SavePaperTrouble, useSavePaper } from "../print/save-paper.tsx";
import { editionBefore, editionKey, shownEdition } from "./compare-view.ts";
import type { Against, EditionKey } from "./compare-view.ts";
import { Comparison } from "./comparison.tsx";
import { VersionList } from "./version-list.tsx";
import { VersionView } from "./version-view.tsx";
import styles from "./official.module.css";

type View = keyof typeof words.official.view;

export interface PublicationsProps {
  readonly eventId: string;
  readonly runId: string;
  readonly results: OutputOf<"results.get">;
  /** The state, above the versions. */
  readonly children: ReactNode;
}

/** The versions on the left; on the right one of them, compared or as it was published. */
export function Publications({ eventId, runId, results, children }: PublicationsProps) {
  const { official } = words;
  const [chosen, setChosen] = useState<EditionKey | null>(null);
  const [against, setAgainst] = useState<Against>("announced");
  const [view, setView] = useState<View>("compare");
  const paper = useSavePaper();
  const versions = results.publications;
  const shown = shownEdition(versions, chosen);
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
        <VersionList versions={versions} shown={shown} onShow={setChosen} />
      </div>
      <section className={styles["right"]} aria-label={name}>
        <header className={styles["bar"]}>
          <h2>{title}</h2>
          <div className={styles["controls"]}>
            <SegmentedControl<View>
              label={official.show}
              isLabelHidden
              choices={[
                { value: "compare", label: official.view.compare },
                { value: "read", label: official.view.read },
              ]}
              value={view}
              onChange={setView}
            />
            {view === "compare" && versions.length > 1 ? (
              <div className={styles["against"]}>
                <Select<Against>
                  label={official.compareWith}
                  isLabelHidden
                  choices={[
                    { value: "announced", label: official.announcedHere },
                    ...versions
                      .filter((each) => each !== shown)
                      .map((each): { value: Against; label: string } => ({
                        value: editionKey(each),
                        label: official.edition(each),
                      })),
                  ]}
                  value={before === null ? "announced" : editionKey(before)}
                  onChange={setAgainst}
                />
              </div>
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
        <SavePaperTrouble paper={paper} />
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
