import { words } from "#renderer/i18n/words.ts";
import { ListCard, PickLine } from "#renderer/ui/list-card.tsx";
import type { PublicationView } from "#shared/contract/results.ts";
import { showRaw } from "./compare-view.ts";
import styles from "./official.module.css";

export interface VersionListProps {
  readonly versions: readonly PublicationView[];
  readonly shown: number;
  readonly onShow: (version: number) => void;
}

/** Every version that was fetched, newest first; the superseded ones stay readable. */
export function VersionList({ versions, shown, onShow }: VersionListProps) {
  const { official } = words;
  const newestFirst = versions.toSorted((one, other) => other.version - one.version);
  const record = versions.find(({ version }) => version === shown);
  return (
    <>
      <ListCard title={official.versions} className={styles["versions"]}>
        {newestFirst.map((each) => (
          <PickLine
            key={each.version}
            title={official.version(each.version)}
            eyebrow={
              each.publishedAt === null
                ? official.fetchedAt(each.fetchedAtMs)
                : official.publishedAt(each.publishedAt)
            }
            note={
              each.current
                ? { icon: "done", tone: "done", text: official.current }
                : { icon: "waiting", tone: "plain", text: official.superseded }
            }
            isChosen={each.version === shown}
            onChoose={() => onShow(each.version)}
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
