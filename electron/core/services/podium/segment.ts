import { groupsSubject, segmentSubject } from "#shared/domain/podium/segment.ts";
import { err, ok } from "#shared/result.ts";
import type { FinishLineContext } from "#core/services/context.ts";
import { commandOf } from "#core/services/context.ts";
import { bindUseCases, perform } from "#core/services/use-case.ts";
import { groupsOf, viewsOf } from "./podium.ts";
import { findRun, findSegment, noSegment } from "./podium-sheet.ts";

/** Declares a run's podium: its segments (P2, P3) and which of them may not share a winner (P4). */
export const createSegmentService = (context: FinishLineContext) =>
  bindUseCases(context, {
    "segment.save": (context, input, caller) => {
      const { stores, settings } = context;
      const { eventId, runId } = input;
      return perform(context, "segment.save", input, ["podium"], () => {
        const run = findRun(context, eventId, runId);
        if (run === null) return noSegment();
        const command = commandOf(settings, caller, input);
        for (const { segmentId, label, depth, clock } of input.segments) {
          stores.journal.append({
            kind: "segment.saved",
            payload: { runId, segmentId, label, depth, clock },
            subject: segmentSubject(runId, segmentId),
            ...command,
          });
          stores.finishLine.refresh({ table: "podium", eventId, runId, segmentId });
        }
        return ok({ segments: viewsOf(context, run) });
      });
    },

    "segment.remove": (context, input, caller) => {
      const { stores, settings } = context;
      const { eventId, runId, segmentId } = input;
      return perform(context, "segment.remove", input, ["podium"], () => {
        const found = findSegment(context, input);
        if (found === null) return noSegment();
        const { plan, plans } = found;
        if (plan.source === "organizer") {
          return err("from-organizer", "The organizer declared this segment");
        }
        const { heads = [], announced = null } = plan.state ?? {};
        if (announced !== null || heads.some(({ slots }) => slots.length > 0)) {
          return err("has-places", "Somebody stands in this segment");
        }
        stores.journal.append({
          kind: "segment.removed",
          payload: { runId, segmentId },
          subject: segmentSubject(runId, segmentId),
          ...commandOf(settings, caller, input),
        });
        stores.finishLine.refresh({ table: "podium", eventId, runId, segmentId });
        return ok({ segments: viewsOf(context, plans.run) });
      });
    },

    "group.save": (context, input, caller) => {
      const { stores, settings } = context;
      const { eventId, runId } = input;
      return perform(context, "group.save", input, ["podium"], () => {
        const run = findRun(context, eventId, runId);
        if (run === null) return noSegment();
        stores.journal.append({
          kind: "group.saved",
          payload: { runId, groups: input.groups },
          subject: groupsSubject(runId),
          ...commandOf(settings, caller, input),
        });
        stores.finishLine.refresh({ table: "podium_groups", eventId, runId });
        return ok({ groups: groupsOf(context, run) });
      });
    },
  });
