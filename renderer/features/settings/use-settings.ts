import { useCommand } from "#renderer/client/queries/use-command.ts";
import type { CommandInput } from "#renderer/client/queries/use-command.ts";
import { useIsMounted } from "#renderer/client/queries/use-is-mounted.ts";
import { words } from "#renderer/i18n/words.ts";
import { tellFailure } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import type { Settings } from "#shared/contract/settings.ts";
import { useShownChanges } from "./use-shown-changes.ts";

/**
 * The saved settings with the changes that are being saved: each takes effect with its press. After a failure the screen
 * shows the former setting again.
 */
export function useSettings(saved: Settings) {
  const { run, error } = useCommand("settings.save");
  const isMounted = useIsMounted();
  const save = async (input: CommandInput<"settings.save">) => {
    const reply = await run(input);
    if (reply?.ok === false && !isMounted.current)
      tellFailure(words.settings.title, reply.error, words.settings.failures);
    return reply;
  };
  const { shown, change } = useShownChanges(saved, save);
  return { settings: Object.assign({}, saved, ...shown) as Settings, change, error };
}
