import { words } from "#renderer/i18n/words.ts";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import type { RunnerRow } from "#shared/contract/roster.ts";

/** Why a person must look at the card again before Enter checks in. */
export interface SecondLookReasons {
  /** The run that the card showed first, if the runner was moved to another run since (C8). */
  readonly formerRun: string | null;
  /** Another desk or a download changed the bib since the card was shown (C8). */
  readonly isBibNew: boolean;
  /** The scanned bib that nobody has, if the runner's bib looks like it (B1). */
  readonly lookAlikeOf: string | null;
}

export interface SecondLookProps extends SecondLookReasons {
  readonly runner: RunnerRow;
}

export function SecondLook({ runner, formerRun, isBibNew, lookAlikeOf }: SecondLookProps) {
  const say = words.checkIn;
  return (
    <>
      {formerRun === null ? null : (
        <Notice tone="look" title={say.runChangedSince(runner.runLabel)} isPlain>
          {say.runChangedText(formerRun)}
        </Notice>
      )}
      {isBibNew ? (
        <Notice tone="look" title={say.bibChangedSince(runner.bib)} isPlain>
          {say.bibChangedText}
        </Notice>
      ) : null}
      {lookAlikeOf === null ? null : (
        <Notice tone="look" title={say.scanLookAlike(lookAlikeOf, [runner.bib ?? ""])} isPlain>
          {say.scanLookAlikeText}
        </Notice>
      )}
    </>
  );
}
