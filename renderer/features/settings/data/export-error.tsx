import type { Failure } from "#shared/result.ts";
import { failureWords } from "#renderer/i18n/failure-words.ts";
import { words } from "#renderer/i18n/words.ts";
import { Notice } from "#renderer/ui/controls/card.tsx";

/** Why a file was not written, chosen or fetched. Nobody having chosen a folder is no trouble. */
export function ExportTrouble({ failure }: { readonly failure: Failure | null }) {
  if (failure === null || failure.code === "cancelled") return null;
  const isGone = failure.code === "not-saved" && failure.details?.["why"] === "file-gone";
  const own = words.settings.exports.failures;
  const saying = isGone ? own["folder-gone"] : failureWords(failure, own);
  return (
    <Notice tone="stop" title={saying.title}>
      {saying.text}
    </Notice>
  );
}
