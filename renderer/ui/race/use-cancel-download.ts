import { useEffect, useRef } from "react";
import type { DownloadStatus } from "#shared/contract/events.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";

/** Cancels the download of an event, and says so if its last page had arrived already. */
export function useCancelDownload(download: DownloadStatus | null) {
  const { run, error } = useCommand("download.cancel");
  /** The event whose download a person cancelled, until the download ends. */
  const cancelledId = useRef<string | null>(null);
  const eventId = download?.eventId ?? null;
  const state = download?.state;
  useEffect(() => {
    if (eventId === null || cancelledId.current !== eventId || state === "downloading") return;
    cancelledId.current = null;
    if (state !== "complete") return;
    useToast.getState().show({ tone: "done", text: words.events.cancelTooLate });
  }, [eventId, state]);
  function cancel(): void {
    if (eventId === null) return;
    cancelledId.current = eventId;
    void run({ eventId });
  }
  return { cancel, error };
}
