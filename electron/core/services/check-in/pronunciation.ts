import { err, ok } from "#shared/result.ts";
import type { FinishLineContext } from "#core/services/context.ts";
import { bindCommands } from "#core/services/use-case.ts";

/** Stores how a runner's name is pronounced (P7). */
export const createPronunciationService = (context: FinishLineContext) =>
  bindCommands(context, ["podium", "roster"], {
    "podium.pronounce": ({ stores }, { eventId, runnerId, text }, command) => {
      const runner = stores.runners.get(eventId, runnerId);
      if (runner === null) return err("not-found", "No such runner");
      if ((runner.pronunciation ?? "") !== text) {
        const entry = stores.journal.append({
          kind: "pronunciation.set",
          payload: { text },
          subject: runner.runnerId,
          ...command,
        });
        stores.runners.refresh(eventId, entry.subject);
      }
      return ok({ pronunciation: text === "" ? null : text });
    },
  });
