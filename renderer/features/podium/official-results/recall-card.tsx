import { words } from "#renderer/i18n/words.ts";
import { Card, Notice, WarningHeader } from "#renderer/ui/controls/page/card.tsx";
import type { ComparedSegment, PublicationView } from "#shared/contract/results.ts";
import { outcomeOf } from "./compare-view.ts";
import type { Loss, Recall } from "./compare-view.ts";
import styles from "./official.module.css";

export interface RecallCardProps {
  readonly recalls: readonly Recall[];
  readonly segments: readonly ComparedSegment[];
  readonly loss: Loss;
  readonly standing: PublicationView["standing"];
}

/** Lists the runners who must return a medal, or says that there are none. */
export function RecallCard({ recalls, segments, loss, standing }: RecallCardProps) {
  const { official } = words;
  const compared = segments.filter(({ lacks }) => lacks === null);
  const list = <RecallList recalls={recalls} loss={loss} />;
  if (loss === "not-in-force" && compared.length > 0) {
    return (
      <Notice tone="look" title={official.standing[standing]}>
        <p>{official.asksNothing(recalls.length)}</p>
        {list}
      </Notice>
    );
  }
  if (recalls.length === 0) {
    const title = nothingLost(loss, segments);
    if (compared.length === 0) {
      return (
        <Notice tone="info" title={title}>
          {official.readInstead}
        </Notice>
      );
    }
    const isSame = compared.every(({ rows }) => rows.every((row) => outcomeOf(row) === "same"));
    return (
      <Notice tone="done" title={title}>
        {isSame ? official.allSame(compared.length, segments.length) : undefined}
      </Notice>
    );
  }
  const title =
    loss === "award" ? official.lowerTitle(recalls.length) : official.recallsTitle(recalls.length);
  return (
    <Card isBare label={title} className={styles["recalls"]}>
      <WarningHeader title={title} />
      {list}
    </Card>
  );
}

/** Says that nobody lost an award, or that nothing could be compared. */
export function nothingLost(loss: Loss, segments: readonly ComparedSegment[]): string {
  const { official } = words;
  const isCompared = segments.some(({ lacks }) => lacks === null);
  if (loss === "award") return isCompared ? official.noneLost : official.nothingCommon;
  if (isCompared) return official.noRecalls;
  const isAnnounced = segments.some(({ lacks }) => lacks === "after");
  return isAnnounced ? official.nothingPublished : official.nothingAnnounced;
}

export interface ChangedPlacesCardProps {
  readonly changes: readonly Recall[];
  readonly loss: Loss;
}

/** Lists the runners who keep an award for another place; the award may need an exchange (P6). */
export function ChangedPlacesCard({ changes, loss }: ChangedPlacesCardProps) {
  const { official } = words;
  if (changes.length === 0) return null;
  return (
    <Notice tone="info" title={official.changedTitle(changes.length)}>
      <p>{loss === "medal" ? official.changedText : official.changedQuietly}</p>
      <div className={styles["changes"]}>
        <RecallList recalls={changes} loss={lossOfChange(loss)} />
      </div>
    </Notice>
  );
}

/** Nobody returns an award that was exchanged. */
export const lossOfChange = (loss: Loss): Loss => (loss === "award" ? "award" : "not-in-force");

interface RecallListProps {
  readonly recalls: readonly Recall[];
  readonly loss: Loss;
}

const RecallList = ({ recalls, loss }: RecallListProps) => (
  <ul>
    {recalls.map((recall, index) => (
      <li key={index}>
        <RecallSentence recall={recall} loss={loss} />
      </li>
    ))}
  </ul>
);

export interface RecallSentenceProps {
  readonly recall: Recall;
  readonly loss: Loss;
}

/** The runner, and the reason why the award was lost. */
export function RecallSentence({ recall, loss }: RecallSentenceProps) {
  const { before, after, label } = recall;
  const { lead, who, tail } = words.official.lost[loss](
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
