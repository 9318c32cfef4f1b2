import { newCommandId } from "#renderer/client/client.ts";
import type { Client } from "#renderer/client/client.ts";
import type { SoundName } from "#renderer/ui/race/sounds.ts";
import type { InputOf, OutputOf, ReplyOf } from "#shared/contract/index.ts";
import type { RunnerCard, RunnerRow } from "#shared/contract/roster.ts";
import type { Failure } from "#shared/result.ts";
import { useCheckIn } from "../check-in-store.ts";
import type { NotSaved } from "../check-in-store.ts";

type CommandName =
  | "checkIn.perform"
  | "checkIn.performAll"
  | "checkIn.undo"
  | "desk.undoLast"
  | "desk.redo"
  | "bib.assign"
  | "bib.swap";

export interface CheckInCommand<Name extends CommandName> {
  readonly name: Name;
  readonly input: Omit<InputOf<Name>, "commandId">;
  readonly what: NotSaved["what"];
  readonly runner: RunnerRow | null;
  /** The card that stays on the screen until the reply. */
  readonly card?: RunnerCard;
  /** `isWatched`: the card is still on the screen; else the next runner is already typed. */
  readonly onDone: (value: OutputOf<Name>, isWatched: boolean) => void;
  readonly onRefused: (failure: Failure) => void;
}

/** Failures after which the command was not saved, or perhaps not saved. */
const unsaved = new Set(["not-saved", "wire-down", "internal", "closing"]);

export type RunCommand = <Name extends CommandName>(command: CheckInCommand<Name>) => void;

/** Runs one command at a time. Each has one id, also for its retries (J8). */
export function createCommandRunner(client: Client, sound: (name: SoundName) => void): RunCommand {
  const screen = useCheckIn.getState;
  return function run<Name extends CommandName>(command: CheckInCommand<Name>): void {
    const commandId = newCommandId();
    const send = async (): Promise<void> => {
      if (screen().busy !== null) return;
      screen().setBusy(command.name, command.card);
      const input = { ...command.input, commandId } as unknown as InputOf<Name>;
      const reply: ReplyOf<Name> = await client.call(command.name, input);
      const isWatched = command.card === undefined || screen().frozenCard !== null;
      screen().setBusy(null);
      if (reply.ok) {
        screen().setNotSaved(null);
        command.onDone(reply.value, isWatched);
      } else if (unsaved.has(reply.error.code)) {
        sound("stop");
        screen().setNotSaved({
          what: command.what,
          runner: command.runner,
          failure: reply.error,
          tryAgain: () => void send(),
        });
      } else {
        screen().setNotSaved(null);
        command.onRefused(reply.error);
      }
    };
    void send();
  };
}
