import type { Mutant } from "./mutant.ts";

const download = "electron/core/sync/download/download.ts";
const pass = "electron/core/sync/download/download-pass.ts";
const paging = "electron/core/partner/paging.ts";

/** Faults in the replica: pages, cursors, sweeps and counts. */
export const replicaMutants: readonly Mutant[] = [
  {
    id: "D1-cursor-before-rows",
    fault: "the cursor behind a page is saved before the page's rows",
    file: pass,
    find: "    await yieldToEventLoop();\n    if (deps.closing.aborted)",
    replacement: `    const saved = likely.kind === "next" ? likely.cursor : record.cursor;
    db.transaction(() => stores.downloads.put({ ...record, cursor: saved }));
    await yieldToEventLoop();
    if (deps.closing.aborted)`,
    tests: ["integration/rules/page-with-its-cursor"],
  },
  {
    id: "D1-rows-without-cursor",
    fault: "a page's rows are saved and its cursor is not",
    file: pass,
    find: 'cursor: verdict.kind === "next" ? verdict.cursor : before.cursor,',
    replacement: "cursor: before.cursor,",
    tests: ["integration/sync/download"],
  },
  {
    id: "D2-short-page-ends",
    fault: "a short page that carries a cursor is taken for the last",
    file: paging,
    find: "if (next === null) return endOrNoCursor(facts, answer);",
    replacement:
      "if (next === null || facts.rowCount < pageSize) return endOrNoCursor(facts, answer);",
    tests: ["unit/partner/paging"],
  },
  {
    id: "D2-circle-is-complete",
    fault: "a cursor that repeats itself ends a list as complete",
    file: paging,
    find: 'return { kind: "incomplete", why: "repeated-cursor" };',
    replacement: 'return { kind: "end" };',
    tests: ["unit/partner/paging"],
  },
  {
    id: "D2-no-cursor-is-complete",
    fault: "a full page without any cursor ends a list as complete",
    file: paging,
    find: '? { kind: "incomplete", why: "no-cursor" }',
    replacement: '? { kind: "end" }',
    tests: ["unit/partner/paging"],
  },
  {
    id: "D2-refused-cursor-stops",
    fault: "a cursor that expired stops the download",
    file: pass,
    find: 'outcome.kind === "refused" && cursor !== null',
    replacement: 'outcome.kind === "refused" && cursor === ""',
    tests: ["integration/sync/download"],
  },
  {
    id: "D3-sweeps-half",
    fault: "an incomplete pass sweeps what it did not see",
    file: download,
    find: 'case "incomplete":\n      return stop(end.why);',
    replacement: 'case "incomplete":\n      return "finish";',
    tests: ["integration/sync/download"],
  },
  {
    id: "D3-sweeps-worked-on",
    fault: "a vanished row is swept though people worked on it here",
    file: "electron/core/db/stores/runners/registration-store.ts",
    find: "journal.hasSubject(id) || projector.runnerIdOf(id) !== id;",
    replacement: "journal.hasSubject(id) && projector.runnerIdOf(id) !== id;",
    tests: ["integration/db/stores/ingest"],
  },
  {
    id: "D3-unreadable-is-gone",
    fault: "a row that cannot be read this time is swept",
    file: pass,
    find: "stores.registrations.keepListed(eventId, unreadable, before.pass);",
    replacement: "stores.registrations.keepListed(eventId, unreadable.slice(0, 0), before.pass);",
    tests: ["integration/rules/download-rules"],
  },
  {
    id: "D4-no-second-pass",
    fault: "counts that differ cause no second pass",
    file: "electron/core/sync/download/finish-download.ts",
    find: "comparison.differs && !progress.isSecondPass",
    replacement: "comparison.differs && !progress.isSecondPass && isCancelled()",
    tests: ["integration/sync/download"],
  },
  {
    id: "D6-unknown-is-confirmed",
    fault: "a status nobody knows counts as confirmed",
    file: "shared/domain/registrations/registration.ts",
    find: '?? "other";',
    replacement: '?? "confirmed";',
    tests: ["unit/domain/registrations/runner-projection"],
  },
  {
    id: "B3-download-takes-bib",
    fault: "a download overwrites a bib that was given here",
    file: "shared/domain/registrations/runner-projection.ts",
    find: "bib: here === undefined ? apiBib : here,",
    replacement: "bib: apiBib ?? here ?? null,",
    tests: ["unit/domain/registrations/runner-projection"],
  },
  {
    id: "B3-handed-over-forgotten",
    fault: "the organizer's change takes a bib from the runner who wears it",
    file: "shared/domain/registrations/runner-projection.ts",
    find: "given === undefined ? handedOverBib(checkIns, apiBib) : given;",
    replacement: "given;",
    tests: ["unit/domain/registrations/runner-projection", "integration/services/listed-bib"],
  },
  {
    id: "P6-old-versions-swept",
    fault: "a new publication takes the place of the older ones",
    file: "electron/core/db/stores/publication-store.ts",
    find: 'put: publicationTable.upsert(raw, ["eventId", "runId", "version", "edition"]),',
    replacement: `put(record: PublicationRecord) {
      const { eventId, runId, version } = record;
      raw
        .prepare("DELETE FROM publication WHERE event_id = ? AND run_id = ? AND version < ?")
        .run(eventId, runId, version);
      publicationTable.upsert(raw, ["eventId", "runId", "version", "edition"])(record);
    },`,
    tests: ["integration/organizer/results"],
  },
  {
    id: "S4-log-not-walked",
    fault: "what SQLite drops of a damaged log is not told",
    file: "electron/core/db/damage/damaged-wal.ts",
    find: "const damage = walkWal(files.database, nowMs);",
    replacement: "const damage = walkWal(`${files.database}-none`, nowMs);",
    tests: ["integration/damage/damaged-wal"],
  },
  {
    id: "J1-commit-comes-back",
    fault: "what was told as not saved is there after a crash",
    file: "electron/core/db/open/database.ts",
    find: "!isCommitting || forgetUnfinishedCommit(raw, path)",
    replacement: "forgetUnfinishedCommit(raw, `${path}-none`) || true",
    tests: ["integration/damage/not-saved-after-all"],
  },
  {
    id: "J11-own-unsigned",
    fault: "an entry in our name is taken whoever signed it",
    file: "electron/core/db/stores/journal/journal-merge.ts",
    find: "!(takesOwn || isProven(entry))",
    replacement: "!(takesOwn || entry.sequence > 0)",
    tests: ["attacks/journal-file"],
  },
  {
    id: "J11-any-signature",
    fault: "any signature fits",
    file: "electron/core/db/journal/journal-signer.ts",
    find: 'return verify(null, Buffer.from(text), key, Buffer.from(signature, "base64url"));',
    replacement:
      'return key.type === "public" || verify(null, Buffer.from(text), key, Buffer.from(signature));',
    tests: ["integration/journal-mirror/mirror-signed"],
  },
  {
    id: "J10-clock-decides",
    fault: "a correction of a fact from a clock ahead changes nothing",
    file: "shared/domain/journal/journal.ts",
    find: "if (sorted.every((entry) => seenOf(entry).length === 0)) return sorted;",
    replacement: "if (sorted.length > 0) return sorted;",
    tests: ["attacks/journal-file"],
  },
  {
    id: "S3-deleted-lock",
    fault: "a second process takes the folder once the lock file is deleted",
    file: "electron/core/db/open/folder-lock.ts",
    find: "return file !== fileNumber(lock) && isAlive(pid);",
    replacement: "return file === undefined;",
    tests: ["integration/db/open/folder-lock"],
  },
  {
    id: "J10-conflict-untold",
    fault: "whoever wrote later is taken to have known the other's bib",
    file: "shared/domain/journal/standing-entries.ts",
    find: '(known.get(later)?.get(earlier.device) ?? "") >= earlier.hlc;',
    replacement: "(known.get(later)?.get(earlier.device) ?? later.hlc) >= earlier.hlc;",
    tests: ["integration/journal-mirror/bib-conflict", "unit/domain/desks/bib-conflict"],
  },
  {
    id: "J10-nothing-seen",
    fault: "an entry does not name what its writer had seen",
    file: "electron/core/db/stores/journal/journal-store.ts",
    find: "if (compareHlc(ahead, hlcStart) === 0) return [];",
    replacement: "if (compareHlc(ahead, hlcStart) >= 0) return [];",
    tests: ["integration/journal-mirror/bib-conflict", "attacks/clock-ahead-finish-line"],
  },
  {
    id: "M11-unstored",
    fault: "a runner's conflicts are not stored, so that no list shows them",
    file: "electron/core/db/stores/runners/runner-projector.ts",
    find: "conflicts.put(record.eventId, runnerId, row.conflicts);",
    replacement: "",
    tests: ["integration/services/conflicts/stored-conflicts"],
  },
  {
    id: "M11-undone-side",
    fault: "an entry that somebody undid is still a side of a conflict",
    file: "shared/domain/desks/conflicts.ts",
    find: "if (voided.has(entryIdOf(entry))) continue;",
    replacement: "",
    tests: ["unit/domain/desks/conflicts"],
  },
  {
    id: "M11-one-loser",
    fault: "a side without a bib is chosen, and an earlier entry of the other side stands again",
    file: "electron/core/services/conflicts/settle-conflict.ts",
    find: "unknownTo(chosen, standingBibFacts(facts), facts)",
    replacement: "unknownTo(chosen, standingBibFacts(facts), facts).slice(-1)",
    tests: ["integration/services/conflicts/stored-conflicts"],
  },
  {
    id: "J11-unknown-taken",
    fault: "a writer who came after the question is taken with the others",
    file: "electron/core/services/journal/import-entries.ts",
    find: "desk.onlyOf?.has(item.signer) === false",
    replacement: "desk.onlyOf?.size === 0",
    tests: ["integration/journal-mirror/unknown-writers"],
  },
  {
    id: "S10-lead-owns",
    fault: "a lead may what the owner may",
    file: "shared/contract/procedure.ts",
    find: "rank[caller] >= rank[needed]",
    replacement: "rank[caller] >= Math.min(rank[needed], 1)",
    tests: ["integration/services/every-procedure"],
  },
];
