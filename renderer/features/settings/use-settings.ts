import { useCommand } from "#renderer/client/queries/use-command.ts";
import type { CommandInput } from "#renderer/client/queries/use-command.ts";
import type { Settings } from "#shared/contract/settings.ts";
import type { Failure } from "#shared/result.ts";
import { useShownChanges } from "./use-shown-changes.ts";
import type { ShownChanges } from "./use-shown-changes.ts";

type Change = CommandInput<"settings.save">;

export interface ShownSettings {
  /** The saved settings with the changes that are being saved. */
  readonly settings: Settings;
  readonly change: ShownChanges<Change>["change"];
  /** The failure of the last change; the screen shows the former setting again. */
  readonly error: Failure | null;
}

/** Settings that take effect with each press. */
export function useSettings(saved: Settings): ShownSettings {
  const { run, error } = useCommand("settings.save");
  const { shown, change } = useShownChanges<Change>(saved, run);
  return { settings: Object.assign({}, saved, ...shown) as Settings, change, error };
}
