import { Command } from "commander";
import type { CommandLine, SharedFlags } from "#station/shared-flags.ts";
import { readCommandLine, withSharedFlags } from "#station/shared-flags.ts";

/** Parses the desktop's own command line flags. */
export function readFlags(
  own: readonly string[],
  version: string,
  usualFolder: string,
): CommandLine<SharedFlags> {
  const command = new Command("chute")
    .description("The race-day desk, in a window of this computer.")
    .version(version);
  return readCommandLine(withSharedFlags(command, usualFolder).addHelpText("after", help), own);
}

const help = `
Without --data-dir it opens the folder that was chosen last in Settings. Closing the window ends it;
nothing that was saved is lost. Screens for browsers alone: the station.`;
