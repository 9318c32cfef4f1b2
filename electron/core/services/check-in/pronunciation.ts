import { err, ok } from "#shared/result.ts";
import type { Slice } from "#core/handlers.ts";
import type { FinishLineContext } from "#core/services/context.ts";
import { actorOf } from "#core/services/context.ts";

/** Stores how a runner's name is pronounced (P7). */
export function createPronunciationService({
  stores,
  once,
  feed,
  settings,
}: FinishLineContext): Slice<"podium.pronounce"> {
  return {
    "podium.pronounce": (input, caller) => {
      const { eventId, runnerId, text, commandId } = input;
      const reply = once.save("podium.pronounce", input, () => {
        const runner = stores.runners.get(eventId, runnerId);
        if (runner === null) return err("not-found", "No such runner");
        if ((runner.pronunciation ?? "") !== text) {
          const entry = stores.journal.append({
            kind: "pronunciation.set",
            payload: { text },
            eventId,
            subject: runner.runnerId,
            ...actorOf(settings, caller),
            commandId,
          });
          stores.runners.refresh(eventId, entry.subject);
        }
        return ok({ pronunciation: text === "" ? null : text });
      });
      if (reply.ok) {
        feed.publish("podium", eventId);
        feed.publish("roster", eventId);
      }
      return reply;
    },
  };
}
