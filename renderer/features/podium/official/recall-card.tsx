import { words } from "#renderer/i18n/words.ts";
import { Notice, WarningHeader } from "#renderer/ui/card.tsx";
import type { ComparedSegment } from "#shared/contract/results.ts";
import { outcomeOf } from "./compare-view.ts";
import type { Recall } from "./compare-view.ts";
import styles from "./official.module.css";

export interface RecallCardProps {
  readonly recalls: readonly Recall[];
  readonly segments: readonly ComparedSegment[];
  /** Against what was announced here, where medals were handed out. */
  readonly isAnnounced: boolean;
}

/** What must be done, in plain words: from whom a medal comes back. Nothing to do is said too. */
export function RecallCard({ recalls, segments, isAnnounced }: RecallCardProps) {
  const { official } = words;
  if (recalls.length === 0) {
    const compared = segments.filter(({ lacks }) => lacks === null);
    if (compared.length === 0) {
      const title = isAnnounced ? official.nothingAnnounced : official.nothingCommon;
      return (
        <Notice tone="info" title={title}>
          {official.readInstead}
        </Notice>
      );
    }
    const isSame = compared.every(({ rows }) => rows.every((row) => outcomeOf(row) === "same"));
    return (
      <Notice tone="done" title={isAnnounced ? official.noRecalls : official.noneLost}>
        {isSame ? official.allSame(compared.length, segments.length) : undefined}
      </Notice>
    );
  }
  const title = isAnnounced
    ? official.recallsTitle(recalls.length)
    : official.lowerTitle(recalls.length);
  return (
    <section className={styles["recalls"]} aria-label={title}>
      <WarningHeader title={title} />
      <ul>
        {recalls.map((recall, index) => (
          <li key={index}>
            <RecallSentence recall={recall} isAnnounced={isAnnounced} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export interface RecallSentenceProps {
  readonly recall: Recall;
  readonly isAnnounced: boolean;
}

/** From whom it comes back, and why. */
export function RecallSentence({ recall, isAnnounced }: RecallSentenceProps) {
  const { before, after, label } = recall;
  const say = isAnnounced ? words.official.recall : words.official.lower;
  const { lead, who, tail } = say(
    before.name,
    before.bib,
    before.place,
    after?.place ?? null,
    label,
  );
  return (
    <>
      {lead}
      <b>
        <bdi dir="auto">{who}</bdi>
      </b>
      {tail}
    </>
  );
}
