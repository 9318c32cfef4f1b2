import { err, ok } from "#shared/result.ts";
import type { FinishLineContext } from "#core/services/context.ts";
import { commandOf } from "#core/services/context.ts";
import { bindUseCases, perform } from "#core/services/use-case.ts";

/** Stores how a runner's name is pronounced (P7). */
export const createPronunciationService = (context: FinishLineContext) =>
  bindUseCases(context, {
    "podium.pronounce": (context, input, caller) => {
      const { stores, settings } = context;
      const { eventId, runnerId, text } = input;
      return perform(context, "podium.pronounce", input, ["podium", "roster"], () => {
        const runner = stores.runners.get(eventId, runnerId);
        if (runner === null) return err("not-found", "No such runner");
        if ((runner.pronunciation ?? "") !== text) {
          const entry = stores.journal.append({
            kind: "pronunciation.set",
            payload: { text },
            subject: runner.runnerId,
            ...commandOf(settings, caller, input),
          });
          stores.runners.refresh(eventId, entry.subject);
        }
        return ok({ pronunciation: text === "" ? null : text });
      });
    },
  });
