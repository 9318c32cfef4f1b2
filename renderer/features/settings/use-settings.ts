import { useCommand } from "#renderer/client/queries/use-command.ts";
import type { CommandInput } from "#renderer/client/queries/use-command.ts";
import type { Settings } from "#shared/contract/settings.ts";
import { useShownChanges } from "./use-shown-changes.ts";

/**
 * The saved settings with the changes that are being saved: each takes effect with its press. After a failure the screen
 * shows the former setting again.
 */
export function useSettings(saved: Settings) {
  const { run, error } = useCommand("settings.save");
  const { shown, change } = useShownChanges<CommandInput<"settings.save">>(saved, run);
  return { settings: Object.assign({}, saved, ...shown) as Settings, change, error };
}
