import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { voidedIn } from "#shared/domain/check-in/check-in.ts";
import type { JournalEntry } from "#shared/domain/journal/journal.ts";
import { actorOfEntry } from "#shared/domain/journal/journal.ts";
import type { Fact } from "#shared/domain/journal/journal-facts.ts";
import { parseFact } from "#shared/domain/journal/journal-facts.ts";
import type { HistoryLine } from "#shared/contract/roster.ts";
import type { RunnerRecord } from "#core/db/stores/runners/runner-rows.ts";

/**
 * A runner's history, newest last. Leaves out entries of later versions and entries that concern only the
 * outbox.
 */
export function historyOf(runner: RunnerRecord, facts: readonly JournalEntry[]): HistoryLine[] {
  const voided = voidedIn(facts);
  return facts.flatMap((entry) => {
    const fact = parseFact(entry);
    if (fact === null) return [];
    const told = tell(fact, isOtherSide(runner, entry));
    if (told === null) return [];
    const entryId = entryIdOf(entry);
    return [
      {
        entryId,
        actor: actorOfEntry(entry),
        bib: null,
        previousBib: null,
        reason: null,
        ...told,
        undoable: fact.kind === "check-in.made" && !voided.has(entryId),
      },
    ];
  });
}

const isOtherSide = (runner: RunnerRecord, entry: JournalEntry): boolean =>
  entry.otherSubject !== null &&
  (entry.otherSubject === runner.runnerId || entry.otherSubject === runner.registrationId);

type Told = Pick<HistoryLine, "kind"> & Partial<HistoryLine>;

function tell(fact: Fact, otherSide: boolean): Told | null {
  switch (fact.kind) {
    case "check-in.made":
      return { kind: "checked-in", reason: fact.payload.reason ?? null };
    case "check-in.undone":
      return { kind: "check-in-undone", reason: fact.payload.reason ?? null };
    case "bib.given":
    case "bib.swapped":
    case "bib.undone":
      return tellBib(fact, otherSide);
    case "walk-up.saved":
      return { kind: "walk-up-saved", bib: fact.payload.bib ?? null };
    case "walk-up.edited":
      return { kind: "walk-up-edited" };
    case "walk-up.taken-back":
      return { kind: "walk-up-taken-back", reason: fact.payload.reason ?? null };
    case "walk-up.restored":
      return { kind: "walk-up-restored" };
    case "walk-up.sent":
      return { kind: "walk-up-sent" };
    case "walk-up.confirmed":
      return { kind: "walk-up-confirmed" };
    case "walk-up.refused":
      return { kind: "walk-up-refused", reason: refusalIn(fact.payload) };
    case "walk-up.adopted":
      return { kind: "walk-up-adopted" };
    case "digest.acknowledged":
      return { kind: "acknowledged", reason: fact.payload.status };
    case "pronunciation.set":
    case "walk-up.paired":
    case "outbox.set-aside":
    case "outbox.released":
    case "outbox.decided":
    case "copy.confirmed":
    case "time-zone.set":
    case "event.saved":
    case "event.edited":
    case "event.taken-back":
    case "event.sent":
    case "event.confirmed":
    case "event.refused":
    case "event.adopted":
    case "segment.saved":
    case "segment.removed":
    case "group.saved":
    case "podium.entered":
    case "podium.announced":
    case "finish.put":
    case "finish.removed":
    case "finish.undone":
    case "gun.set":
    case "hub.chosen":
    case "bib-range.set":
    case "finish-log.held":
      return null;
  }
}

/** The server's messages about the fields, else its general message; null without any. */
function refusalIn({
  message,
  fields = {},
}: Extract<Fact, { kind: "walk-up.refused" }>["payload"]): string | null {
  const ofFields = [...new Set(Object.values(fields).flat())].filter((said) => said.trim() !== "");
  return ofFields.join(", ") || message || null;
}

function tellBib(
  fact: Extract<Fact, { kind: "bib.given" | "bib.swapped" | "bib.undone" }>,
  otherSide: boolean,
): Told {
  switch (fact.kind) {
    case "bib.given": {
      const { bib, previousBib, reason } = fact.payload;
      return { kind: "bib-given", bib, previousBib, reason: reason ?? null };
    }
    case "bib.swapped": {
      const { bib, otherBib } = fact.payload;
      return otherSide
        ? { kind: "bib-swapped", bib: otherBib, previousBib: bib }
        : { kind: "bib-swapped", bib, previousBib: otherBib };
    }
    case "bib.undone": {
      const { bib, otherBib, reason } = fact.payload;
      return {
        kind: "bib-undone",
        bib: otherSide ? (otherBib ?? null) : bib,
        reason: reason ?? null,
      };
    }
  }
}
