import { useEffect } from "react";
import { hasTwoHubs } from "#shared/contract/in-screens.ts";
import type { OutputOf } from "#shared/contract/index.ts";
import type { Command } from "#renderer/client/queries/use-command.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";

export interface TryNow extends Pick<Command<"outbox.tryNow">, "isBusy" | "error" | "clear"> {
  readonly press: () => Promise<void>;
}

/** "Try now" does not end a pause; only "Resume" does (O12). At a full desk the hub is asked (M9); of two hubs neither sends (M10). */
export function useTryNow(status: OutputOf<"sync.status"> | null): TryNow {
  const { run, clear, isBusy, error } = useCommand("outbox.tryNow");
  const mayResume = useMay("outbox.resume");
  const desks = useQuery("desks.get", {}, { topics: ["devices", "sync"] }).value;
  const link = desks?.link;
  const upSinceMs = link?.state === "up" ? link.sinceMs : null;
  // That the hub did not answer is not true any more.
  useEffect(() => {
    if (upSinceMs !== null) clear();
  }, [upSinceMs, clear]);

  async function press(): Promise<void> {
    if (hasTwoHubs(desks?.sender)) return showToast("look", words.sync.twoHubs);
    const isAtHub = status?.activity === "held-other-hub";
    if (!isAtHub && status?.paused === true) {
      return showToast(
        "look",
        mayResume ? words.sync.tryNowPaused : words.sync.tryNowPausedByOwner,
      );
    }
    if (!isAtHub && status?.connectivity.state === "offline")
      showToast("look", words.sync.tryNowOffline);
    else if (!isAtHub && status?.waiting === 0) showToast("look", words.sync.tryNowNothing);
    const reply = await run({});
    if (isAtHub && reply?.ok === true) showToast("look", words.sync.tryNowAtHub);
  }
  return { press, isBusy, error, clear };
}
