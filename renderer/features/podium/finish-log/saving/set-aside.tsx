import { useState } from "react";
import { saveFile } from "#renderer/client/browser/save-file.ts";
import { useIsPractice } from "#renderer/client/navigation/screen-state.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { ConfirmDialog } from "#renderer/ui/controls/dialogs/confirm-dialog.tsx";
import type { UnsavedProps } from "./not-saved.tsx";
import { setAsideFile } from "./set-aside-file.ts";
import { showClockTime } from "#shared/domain/basics/venue-time.ts";
import styles from "../finish-log.module.css";

/** The refused stamps and bibs that a person set aside: they can be sent again, saved as a file, or dropped. */
export function SetAside({ queues, pressed, typed, timeZone }: UnsavedProps) {
  const isPractice = useIsPractice();
  const [asksRemoval, setAsksRemoval] = useState(false);
  const times = pressed.aside.map(({ atMs }) => atMs);
  const bibs = typed.aside.map(({ bib }) => bib);
  if (times.length + bibs.length === 0) return null;
  const { finishLog } = words;
  const shown = [
    ...times.map((atMs) => showClockTime(atMs, timeZone)),
    ...bibs.map((bib) => bib ?? finishLog.noBib),
  ];
  const save = (): void => {
    const { name, text } = setAsideFile({ times, bibs }, isPractice);
    saveFile(new Blob([text], { type: "application/json" }), name);
  };
  return (
    <Notice tone="look" title={finishLog.asideTitle(times.length, bibs.length)}>
      <p>{finishLog.asideText}</p>
      <p className={styles["aside"]}>
        <bdi>{shown.join(" · ")}</bdi>
      </p>
      <div className={styles["lostActions"]}>
        <Button
          size="s"
          icon="retry"
          onPress={() => {
            queues.stamps.bringBack();
            queues.bibs.bringBack();
          }}
        >
          {finishLog.asideRetry}
        </Button>
        <Button size="s" icon="download" onPress={save}>
          {finishLog.asideSave}
        </Button>
        <Button size="s" icon="clear" onPress={() => setAsksRemoval(true)}>
          {finishLog.asideRemove}
        </Button>
      </div>
      {asksRemoval ? (
        <ConfirmDialog
          title={finishLog.asideRemoveTitle(times.length, bibs.length)}
          onClose={() => setAsksRemoval(false)}
          action={{
            label: finishLog.asideRemoveDo(times.length, bibs.length),
            icon: "clear",
            run: () => {
              setAsksRemoval(false);
              queues.stamps.letGo();
              queues.bibs.letGo();
            },
          }}
        >
          <p>{finishLog.asideRemoveText(shown.length)}</p>
        </ConfirmDialog>
      ) : null}
    </Notice>
  );
}
