import { useEffect, useRef, useState } from "react";
import type { DownloadStatus } from "#shared/contract/events.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";

/** Cancels the download of an event, and says so if its last page had arrived already. */
export function useCancelDownload(download: DownloadStatus | null) {
  const { run, error } = useCommand("download.cancel");
  /** The event whose download a person cancelled, until the download ends. */
  const cancelledId = useRef<string | null>(null);
  const [isCancelling, setIsCancelling] = useState(false);
  const eventId = download?.eventId ?? null;
  const state = download?.state;
  if (isCancelling && state !== "downloading") setIsCancelling(false);
  useEffect(() => {
    if (eventId === null || cancelledId.current !== eventId || state === "downloading") return;
    cancelledId.current = null;
    if (state !== "complete") return;
    showToast("done", words.events.cancelTooLate);
  }, [eventId, state]);
  async function cancel(): Promise<void> {
    if (eventId === null) return;
    cancelledId.current = eventId;
    setIsCancelling(true);
    if ((await run({ eventId }))?.ok !== true) setIsCancelling(false);
  }
  return {
    cancel: () => void cancel(),
    /** Until the download has ended. */
    isCancelling,
    error,
  };
}
