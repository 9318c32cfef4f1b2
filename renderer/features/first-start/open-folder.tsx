import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";

const say = words.settings.dataFolders;

/** On the desktop, opens an existing data folder, for example on a stick. */
export function OpenFolder() {
  const list = useQuery("dataFolder.list", {}, { topics: ["settings"] });
  const open = useCommand("dataFolder.open");
  if (list.value?.canOpen !== true) return null;
  const isUnchosen = open.error?.code === "cancelled";
  return (
    <>
      <Button
        size="s"
        kind="quiet"
        icon="folder"
        isBusy={open.isBusy}
        onPress={() => void open.run({})}
      >
        {open.value === null ? words.firstStart.openFolder : say.opening}
      </Button>
      <FailureNotice failure={isUnchosen ? null : open.error} own={say.failures} />
    </>
  );
}
