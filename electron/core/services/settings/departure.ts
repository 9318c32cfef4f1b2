import { noEvent } from "#core/services/use-case.ts";
import type { Departure } from "#shared/contract/departure.ts";
import { mustBeCancelled } from "#shared/domain/walk-ups/walk-up.ts";
import { ok } from "#shared/result.ts";
import type { JournalMirror } from "#core/db/journal-mirror/journal-mirror.ts";
import { freeBytes } from "#core/db/files/files.ts";
import type { Slice } from "#core/handlers.ts";
import { statusOfMirror } from "#core/services/journal/journal-mirror.ts";
import type { DesksService } from "#core/services/desks/desks.ts";
import type { DeskContext } from "#core/services/context.ts";
import { readPlans } from "#core/services/podium/podium-segments.ts";
import type { Safekeeping } from "#core/services/journal/safekeeping.ts";

/** The departure check. It uses only the data of this computer and sends no request (K5). */
export function createDepartureService(
  context: DeskContext,
  { files, backups }: Safekeeping,
  mirror: JournalMirror,
  desks: Pick<DesksService, "rosters">,
): Slice<"departure.get" | "disk.get"> {
  const { stores } = context;
  const readDisk = () => ({ freeBytes: freeBytes(files.folder) });
  return {
    "disk.get": () => ok(readDisk()),

    "departure.get": ({ eventId }, caller) => {
      const ownId = stores.localEvents.get(eventId)?.eventId ?? eventId;
      if (stores.events.get(ownId) === null) return noEvent();
      return ok({
        eventId,
        disk: readDisk(),
        backup: {
          lastAtMs: backups.list()[0]?.atMs ?? null,
          isCurrent: backups.isCurrent(),
          mayMake: caller.role === "owner",
        },
        journalMirror: statusOfMirror(mirror),
        desks: desks.rosters(),
        awards: countAwards(context, ownId),
        mustBeCancelled: countMustBeCancelled(context, ownId),
      });
    },
  };
}

const countMustBeCancelled = ({ stores }: DeskContext, eventId: string): number =>
  stores.walkUps.ofEvent(eventId).filter((walkUp) => {
    const { registrationId } = walkUp;
    const listed = registrationId === null ? null : stores.registrations.get(registrationId);
    return mustBeCancelled(walkUp, listed);
  }).length;

function countAwards({ stores }: DeskContext, eventId: string): Departure["awards"] {
  const list = stores.awards.list(eventId);
  const plans = stores.runs
    .ofEvent(eventId)
    .filter(({ gone }) => !gone)
    .map((run) => readPlans({ stores }, run).all())
    .filter(({ length }) => length > 0);
  return {
    state: list?.state ?? "never",
    fetchedAtMs: list?.fetchedAtMs ?? null,
    segments: plans.flat().length,
    runs: plans.length,
    withoutDepth: plans.flat().filter(({ depth }) => depth === null).length,
  };
}
