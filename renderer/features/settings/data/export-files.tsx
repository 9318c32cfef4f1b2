import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { useState } from "react";
import type { OutputOf } from "#shared/contract/index.ts";
import { err } from "#shared/result.ts";
import type { Failure } from "#shared/result.ts";
import { useClient } from "#renderer/client/client-context.tsx";
import { saveFile } from "#renderer/client/browser/save-file.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { classNames } from "#renderer/ui/controls/class-names.ts";
import { formatDayAndTime } from "#renderer/i18n/format.ts";
import styles from "../settings-screen.module.css";

const shown = 4;

const say = words.settings.exports;

/** The exported files, with a download button in a browser, and their folder. */
export function ExportFiles({ files, folder, canChoose }: OutputOf<"export.list">) {
  const choose = useCommand("export.chooseFolder");
  const mayChoose = useMay("export.chooseFolder");
  const download = useDownload();
  return (
    <>
      {files.length === 0 ? null : (
        <>
          <h3>{say.made}</h3>
          <ul className={classNames(styles["list"], styles["files"])}>
            {files.slice(0, shown).map(({ name, atMs, bytes }) => (
              <li key={name}>
                <span>
                  {name}
                  <small>{say.file(formatDayAndTime(atMs), bytes)}</small>
                </span>
                {download.fetch === null ? null : (
                  <Button
                    kind="quiet"
                    size="s"
                    icon="download"
                    label={say.downloadLabel(name)}
                    isBusy={download.busyWith === name}
                    onPress={() => void download.fetch?.(name)}
                  >
                    {download.busyWith === name ? say.downloading : say.download}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={styles["path"]}>
        {say.folder(folder)}
        {files.length > shown ? `, ${say.more(files.length - shown)}` : null}
      </p>
      {canChoose && mayChoose ? (
        <div className={styles["buttons"]}>
          <Button kind="quiet" isBusy={choose.isBusy} onPress={() => void choose.run({})}>
            {choose.isBusy ? say.choosing : say.choose}
          </Button>
        </div>
      ) : null}
      <ExportProblem failure={download.failure ?? choose.error} />
    </>
  );
}

/** Downloads one file at a time; `fetch` is null if the files are on this computer. */
function useDownload() {
  const { download } = useClient().transport;
  const [busyWith, setBusyWith] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  async function fetch(name: string): Promise<void> {
    if (download === null || busyWith !== null) return;
    setBusyWith(name);
    setFailure(null);
    const file = await download(name);
    setBusyWith(null);
    if (file === null) setFailure(err("not-fetched", "The file did not come").error);
    else saveFile(file, name);
  }
  return { fetch: download === null ? null : fetch, busyWith, failure };
}

/** Why a file was not written or downloaded. A cancelled choice of a folder is no problem. */
export function ExportProblem({ failure }: { readonly failure: Failure | null }) {
  if (failure === null || failure.code === "cancelled") return null;
  const isGone = failure.code === "not-saved" && failure.details?.["why"] === "file-gone";
  const own = words.settings.exports.failures;
  const saying = isGone ? own["folder-gone"] : failureMessage(failure, own);
  return (
    <Notice tone="stop" title={saying.title}>
      {saying.text}
    </Notice>
  );
}
