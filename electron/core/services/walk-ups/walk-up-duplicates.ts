import type { ParsedInputOf } from "#shared/contract/index.ts";
import type { AlikeReason } from "#shared/contract/walk-up.ts";
import { foldText } from "#shared/domain/search/text-folding.ts";
import type { RunnerRecord } from "#core/db/stores/runners/runner-rows.ts";
import type { DeskContext } from "#core/services/context.ts";

/** A registered runner who may be the person of a walk-up form. */
export interface AlikeRunner {
  readonly runner: RunnerRecord;
  readonly why: AlikeReason[];
}

const defaultRows = 5;
/** Maximum number of rows that are read for each reason; no family has so many members. */
const maxRead = 50;

/**
 * Finds runners who may already be the person of a walk-up form (W4): by e-mail, bib or name. Ignores
 * retracted walk-ups.
 */
export function findAlike(
  { stores, search }: Pick<DeskContext, "stores" | "search">,
  { eventId, name, email, bib, limit = defaultRows }: ParsedInputOf<"walkUp.duplicates">,
): AlikeRunner[] {
  const found = new Map<string, AlikeRunner>();
  const add = (reason: AlikeReason, runners: readonly RunnerRecord[]): void => {
    for (const runner of runners) {
      if (runner.takenBack) continue;
      const known = found.get(runner.runnerId) ?? { runner, why: [] };
      known.why.push(reason);
      found.set(runner.runnerId, known);
    }
  };
  const [typedEmail, typedBib, typedName] = [email, bib, name].map((text) => (text ?? "").trim());
  if (typedEmail) add("email", stores.runners.byEmail(eventId, typedEmail, maxRead));
  if (typedBib) {
    add("bib", stores.runners.holdersOf(eventId, typedBib).slice(0, maxRead));
    add("bib", stores.runners.bibLookAlikes(eventId, typedBib, maxRead));
    const listed = stores.runners.byListedBib(eventId, typedBib, maxRead);
    add(
      "listed-bib",
      listed.filter(({ runnerId }) => found.get(runnerId)?.why.includes("bib") !== true),
    );
  }
  if (typedName) {
    const similar = stores.runners.byRowids(search.similarNames(eventId, typedName, maxRead));
    const isSame = ({ name: known }: RunnerRecord): boolean =>
      foldText(known ?? "") === foldText(typedName);
    add("same-name", similar.filter(isSame));
    add(
      "name",
      similar.filter((runner) => !isSame(runner)),
    );
  }
  // The reasons were added in order, so a stable sort keeps e-mail before bib before name.
  return [...found.values()]
    .toSorted((one, other) => other.why.length - one.why.length)
    .slice(0, limit);
}
