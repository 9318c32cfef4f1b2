import { groupsSubject, segmentSubject } from "#shared/domain/podium/segment.ts";
import { err, ok } from "#shared/result.ts";
import type { FinishLineContext } from "#core/services/context.ts";
import { bindCommands } from "#core/services/use-case.ts";
import { groupsOf, viewsOf } from "./podium.ts";
import { findRun, findSegment, noSegment } from "./podium-sheet.ts";

/** Declares a run's podium: its segments (P2, P3) and which of them may not share a winner (P4). */
export const createSegmentService = (context: FinishLineContext) =>
  bindCommands(context, ["podium"], {
    "segment.save": (context, { eventId, runId, segments }, command) => {
      const { stores } = context;
      const run = findRun(context, eventId, runId);
      if (run === null) return noSegment();
      for (const { segmentId, label, depth, clock } of segments) {
        stores.journal.append({
          kind: "segment.saved",
          payload: { runId, segmentId, label, depth, clock },
          subject: segmentSubject(runId, segmentId),
          ...command,
        });
        stores.finishLine.refresh({ table: "podium", eventId, runId, segmentId });
      }
      return ok({ segments: viewsOf(context, run) });
    },

    "segment.remove": (context, input, command) => {
      const { stores } = context;
      const { eventId, runId, segmentId } = input;
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
        ...command,
      });
      stores.finishLine.refresh({ table: "podium", eventId, runId, segmentId });
      return ok({ segments: viewsOf(context, plans.run) });
    },

    "group.save": (context, { eventId, runId, groups }, command) => {
      const { stores } = context;
      const run = findRun(context, eventId, runId);
      if (run === null) return noSegment();
      stores.journal.append({
        kind: "group.saved",
        payload: { runId, groups },
        subject: groupsSubject(runId),
        ...command,
      });
      stores.finishLine.refresh({ table: "podium_groups", eventId, runId });
      return ok({ groups: groupsOf(context, run) });
    },
  });
