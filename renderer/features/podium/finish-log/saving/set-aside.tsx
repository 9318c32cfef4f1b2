import { useState } from "react";
import { saveFile } from "#renderer/client/browser/save-file.ts";
import { useIsPractice } from "#renderer/client/navigation/screen-state.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { ConfirmDialog } from "#renderer/ui/controls/dialogs/confirm-dialog.tsx";
import { eachQueue } from "./save-queues.ts";
import type { UnsavedProps } from "./not-saved.tsx";
import { setAsideFile } from "./set-aside-file.ts";
import { showClockTime } from "#shared/domain/basics/venue-time.ts";
import styles from "../finish-log.module.css";

/** The refused stamps, bibs and guns that a person set aside: they can be sent again, saved as a file, or dropped. */
export function SetAside({ queues, pressed, typed, started, timeZone }: UnsavedProps) {
  const isPractice = useIsPractice();
  const [asksRemoval, setAsksRemoval] = useState(false);
  const times = pressed.aside.map(({ atMs }) => atMs);
  const bibs = typed.aside.map(({ bib }) => bib);
  const guns = started.aside.map(({ run, atMs }) => ({ run, atMs }));
  if (times.length + bibs.length + guns.length === 0) return null;
  const counts = [times.length, bibs.length, guns.length] as const;
  const { finishLog } = words;
  const shown = [
    ...times.map((atMs) => showClockTime(atMs, timeZone)),
    ...bibs.map((bib) => bib ?? finishLog.noBib),
    ...guns.map(({ run, atMs }) => `${run} ${showClockTime(atMs, timeZone)}`),
  ];
  const save = (): void => {
    const { name, text } = setAsideFile({ times, bibs, guns }, isPractice);
    saveFile(new Blob([text], { type: "application/json" }), name);
  };
  return (
    <Notice tone="look" title={finishLog.asideTitle(...counts)}>
      <p>{finishLog.asideText}</p>
      <p className={styles["aside"]}>
        <bdi>{shown.join(" · ")}</bdi>
      </p>
      <div className={styles["lostActions"]}>
        <Button
          size="s"
          icon="retry"
          onPress={() => {
            for (const queue of eachQueue(queues)) queue.bringBack();
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
          title={finishLog.asideRemoveTitle(...counts)}
          onClose={() => setAsksRemoval(false)}
          action={{
            label: finishLog.asideRemoveDo(...counts),
            icon: "clear",
            run: () => {
              setAsksRemoval(false);
              for (const queue of eachQueue(queues)) queue.letGo();
            },
          }}
        >
          <p>{finishLog.asideRemoveText(shown.length)}</p>
        </ConfirmDialog>
      ) : null}
    </Notice>
  );
}
