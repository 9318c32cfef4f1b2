import { words } from "#renderer/i18n/words.ts";
import { ListCard, PickLine } from "#renderer/ui/controls/lists/list-card.tsx";
import type { PublicationView } from "#shared/contract/results.ts";
import { editionKey, newestFirst, showRaw } from "./compare-view.ts";
import type { Edition } from "./compare-view.ts";
import styles from "./official.module.css";

export interface VersionListProps {
  readonly versions: readonly PublicationView[];
  readonly shown: Edition;
  readonly onShow: (edition: string) => void;
}

const standingNotes = {
  current: { icon: "done", tone: "done" },
  withdrawn: { icon: "look", tone: "look" },
  superseded: { icon: "waiting", tone: "plain" },
  replaced: { icon: "look", tone: "look" },
} as const;

/** All fetched versions, newest first, also superseded, replaced and withdrawn ones. */
export function VersionList({ versions, shown, onShow }: VersionListProps) {
  const { official } = words;
  const record = versions.find((each) => editionKey(each) === editionKey(shown));
  return (
    <>
      <ListCard title={official.versions} className={styles["versions"]}>
        {versions.toSorted(newestFirst).map((each) => (
          <PickLine
            key={editionKey(each)}
            title={official.edition(each)}
            eyebrow={
              each.publishedAt === null
                ? official.fetchedAt(each.fetchedAtMs)
                : official.publishedAt(each.publishedAt)
            }
            note={{ ...standingNotes[each.standing], text: official.standing[each.standing] }}
            isChosen={editionKey(each) === editionKey(shown)}
            onChoose={() => onShow(editionKey(each))}
          />
        ))}
      </ListCard>
      {record === undefined ? null : (
        <details className={styles["record"]}>
          <summary>{official.record}</summary>
          <p className={styles["quiet"]}>
            {official.fetchedAt(record.fetchedAtMs)}, {official.segments(record.segments)}.
            {record.malformed === 0 ? null : ` ${official.malformed(record.malformed)}`}
          </p>
          <pre dir="ltr">{showRaw(record.raw)}</pre>
        </details>
      )}
    </>
  );
}
