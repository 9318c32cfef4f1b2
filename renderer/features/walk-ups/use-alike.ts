import type { OutputOf } from "#shared/contract/index.ts";
import { useDelayed } from "#renderer/client/queries/use-delayed.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import type { WalkUpDraft } from "./walk-up-draft-store.ts";

export type AlikeRow = OutputOf<"walkUp.alike">["rows"][number];

/** A pause in typing after which they are looked for. */
const lookAfterMs = 250;
/** Shorter names are like too many. */
const shortestName = 3;
const mostShown = 4;

/** Runners of the event who may be the person on the form (W4); none while too little is typed. */
export function useAlike(eventId: string, draft: WalkUpDraft): readonly AlikeRow[] {
  const [name, email, bib] = [draft.name.trim(), draft.email.trim(), draft.bib.trim()];
  const asked = JSON.stringify({
    ...(name.length < shortestName ? {} : { name }),
    ...(email === "" ? {} : { email }),
    ...(bib === "" ? {} : { bib }),
  });
  const settled = useDelayed(asked, lookAfterMs);
  const { value } = useQuery(
    "walkUp.alike",
    settled === "{}"
      ? null
      : { eventId, limit: mostShown, ...(JSON.parse(settled) as Record<string, string>) },
    { topics: ["roster"], keep: true },
  );
  return settled === "{}" ? [] : (value?.rows ?? []);
}
