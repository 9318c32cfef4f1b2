import { formatSpan } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import type { RehearsalView } from "#shared/contract/rehearsal.ts";

const say = words.rehearsal;

export type Task = RehearsalView["tasks"][number];
export type Score = NonNullable<RehearsalView["score"]>;

/** "9:59": minutes and seconds, never negative. */
export function clockOf(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export const sayTask = ({ id, done, wanted }: Task): string => say.asked[id](done, wanted);

export const isDone = ({ done, wanted }: Task): boolean => done >= wanted;

/** The score in sentences; `isFine` is false if a person should look at it. */
export function sayScore(score: Score): { readonly text: string; readonly isFine: boolean }[] {
  const { checkedIn, lastedMs, perRunnerMs, undone, walkUps, sentOnce, doubled, open } = score;
  return [
    { text: say.checkedIn(checkedIn, formatSpan(lastedMs)), isFine: true },
    ...(perRunnerMs === null
      ? []
      : [{ text: say.perRunner(formatSpan(perRunnerMs)), isFine: true }]),
    { text: say.undone(undone), isFine: true },
    walkUps === 0
      ? { text: say.noWalkUps, isFine: true }
      : { text: say.once(sentOnce, walkUps), isFine: sentOnce === walkUps },
    ...(doubled === 0 ? [] : [{ text: say.doubled(doubled), isFine: false }]),
    { text: say.open(open), isFine: open === 0 },
  ];
}
