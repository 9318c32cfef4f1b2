import { entryIdOf } from "#shared/domain/basics/ids.ts";
import type { DeskConflict } from "#shared/contract/conflicts.ts";
import type { InvalidationTopic } from "#shared/contract/invalidations.ts";
import { err, ok } from "#shared/result.ts";
import type { Caller } from "#core/handlers.ts";
import { rowReader } from "#core/services/check-in/runner-row.ts";
import type { DeskContext } from "#core/services/context.ts";
import type { Command } from "#core/services/use-case.ts";
import { bindCommands, bindUseCases, noEvent } from "#core/services/use-case.ts";
import type { NamedDesk } from "./conflict-view.ts";
import { isSettledHere, viewOfConflict } from "./conflict-view.ts";
import { findConflicts } from "./find-conflicts.ts";
import { settle } from "./settle-conflict.ts";

/** What a settled conflict may change on screens. */
const changed: readonly InvalidationTopic[] = ["roster", "podium", "finish", "events", "devices"];

/** Conflicts between databases: the list, and a person's choice (M11). */
export const createConflictService = (context: DeskContext) => ({
  ...bindCommands(context, changed, { "conflict.settle": settleConflict }),
  ...bindUseCases(context, {
    "conflict.list": (desk, { eventId }, caller) =>
      desk.stores.events.get(eventId) === null
        ? noEvent()
        : ok({
            conflicts: listConflicts(desk, eventId, caller),
            withoutBib: desk.stores.runners.withoutBib(eventId).map(rowReader(desk.stores.runs)),
          }),
  }),
});

const listConflicts = (desk: NamedDesk, eventId: string, caller: Caller): DeskConflict[] =>
  findConflicts(desk, eventId).map((conflict) => viewOfConflict(desk, conflict, caller));

const settleConflict: Command<"conflict.settle"> = (context, input, command, caller) => {
  const { stores } = context;
  const { eventId, conflictId, entryId } = input;
  if (stores.events.get(eventId) === null) return noEvent();
  const conflict = findConflicts(context, eventId).find(({ id }) => id === conflictId);
  const chosen = conflict?.sides.find((entry) => entryIdOf(entry) === entryId);
  if (conflict === undefined || chosen === undefined) {
    return err("settled-meanwhile", "This conflict is settled already");
  }
  if (!isSettledHere(conflict, caller)) {
    return err("settle-elsewhere", "Another screen settles this");
  }
  const settled = settle(context, conflict, chosen, command);
  if (!settled.ok) return settled;
  return ok({ conflicts: listConflicts(context, eventId, caller) });
};
