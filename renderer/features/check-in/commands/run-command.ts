import { newCommandId } from "#renderer/client/client.ts";
import type { Client } from "#renderer/client/client.ts";
import {
  isConnectedAgain,
  isUnanswered,
  mayBeUnsaved,
} from "#renderer/client/queries/reconnect.ts";
import { until } from "#renderer/client/until.ts";
import { words } from "#renderer/i18n/words.ts";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
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
  /** The runner left the screen before the command was given. */
  readonly isLate?: boolean;
  /** `isWatched`: the screen still shows the runner of the command; else the next runner is already typed. */
  readonly onDone: (value: OutputOf<Name>, isWatched: boolean) => void;
  readonly onRefused: (failure: Failure, isWatched: boolean) => void;
}

export interface CommandRunnerOptions {
  readonly sound: (name: SoundName) => void;
  /** A command was asked for while the program does not answer. */
  readonly onNoConnection: () => void;
}

export interface CommandRunner {
  <Name extends CommandName>(command: CheckInCommand<Name>): void;
  /** Resolves with an entry of the command that runs now; null if it was not performed. */
  readonly running: () => Promise<string | null>;
}

/**
 * Runs one command at a time. Another one waits until the first is answered and, if that was not saved, until a person
 * has dealt with its red card (J1). The same command again, before its reply, is a second press of one button. Each has
 * one id, also for its retries (J8). A command whose reply was lost with the connection is sent again when the connection
 * is back, whatever is on the screen then. Without a connection, none is started (M14).
 */
export function createCommandRunner(
  client: Client,
  { sound, onNoConnection }: CommandRunnerOptions,
): CommandRunner {
  const screen = useCheckIn.getState;
  const isIdle = (): boolean => screen().busy === null;
  /** The commands without a reply: name and input as JSON. */
  const running = new Set<string>();
  let answer: Promise<string | null> = Promise.resolve(null);
  function run<Name extends CommandName>(command: CheckInCommand<Name>): void {
    if (client.transport.state() === "down") {
      sound("stop");
      onNoConnection();
      return;
    }
    const key = JSON.stringify([command.name, command.input]);
    if (running.has(key)) return;
    running.add(key);
    const commandId = newCommandId();
    /** The box still has the text for which the command was given, also when it is tried again. */
    const hasItsText = command.isLate === true ? () => false : viewOfNow();
    let isSettled = false;
    /** The red card of this command. */
    let told: NotSaved | null = null;
    const takeAway = (): void => {
      if (told !== null && screen().notSaved === told) screen().setNotSaved(null);
    };
    const send = async (isOnScreen: boolean): Promise<void> => {
      if (screen().busy !== null || isSettled) return;
      screen().begin(command.name, isOnScreen && hasItsText(), command.card);
      const isShown = viewOfNow();
      const input = { ...command.input, commandId } as unknown as InputOf<Name>;
      const call: Promise<ReplyOf<Name>> = client.call(command.name, input);
      answer = call.then((reply) => (reply.ok ? entryIn(reply.value) : null));
      const reply = await call;
      const isWatched = isOnScreen && isShown();
      running.delete(key);
      screen().end();
      isSettled = reply.ok || !mayBeUnsaved(reply.error);
      if (reply.ok) {
        takeAway();
        command.onDone(reply.value, isWatched);
      } else if (mayBeUnsaved(reply.error)) {
        sound("stop");
        const notSaved: NotSaved = {
          what: command.what,
          runner: command.runner,
          failure: reply.error,
          // Another command may run now; the press waits for its reply.
          tryAgain: () => void (isIdle() ? send(true) : untilScreen(isIdle).then(() => send(true))),
        };
        told = notSaved;
        screen().setNotSaved(notSaved);
        if (isUnanswered(reply.error) && (await isConnectedAgain(client))) {
          // Two lost commands are sent one after the other; neither is dropped.
          while (!isIdle()) await untilScreen(isIdle);
          await send(screen().notSaved === notSaved);
        } else void tellIfGone(notSaved, () => isSettled || told !== notSaved);
      } else {
        takeAway();
        command.onRefused(reply.error, isWatched);
      }
    };
    void sendInTurn(send, command.isLate === true);
  }
  return Object.assign(run, { running: () => answer });
}

/** A red card that goes away with the next key or screen, before its command is known to be saved, leaves a message (J1). */
async function tellIfGone(notSaved: NotSaved, isDone: () => boolean): Promise<void> {
  await untilScreen(() => useCheckIn.getState().notSaved !== notSaved);
  if (isDone()) return;
  const name = notSaved.runner?.name ?? notSaved.runner?.email ?? null;
  showToast("stop", words.checkIn.notSavedGone(name));
}

/** The entry of a command, or the first entry of a family's check-in. */
function entryIn(done: OutputOf<CommandName>): string | null {
  if (!("outcomes" in done)) return done.entryId;
  return done.outcomes.find(({ entryId }) => entryId !== null)?.entryId ?? null;
}

/** Sends at once, or after the command that runs now and its red card. */
async function sendInTurn(
  send: (isOnScreen: boolean) => Promise<void>,
  isLate: boolean,
): Promise<void> {
  const isShown = viewOfNow();
  const screen = useCheckIn.getState;
  if (screen().busy !== null) {
    const isFree = (): boolean => screen().busy === null && screen().notSaved === null;
    while (!isFree()) await untilScreen(isFree);
  }
  await send(!isLate && isShown());
}

/** The returned function tells whether the screen still shows the runner, or the search, that it shows now. */
export function viewOfNow(): () => boolean {
  const before = useCheckIn.getState();
  return () => {
    const { text, source, chosenId, done } = useCheckIn.getState();
    const isSameSearch = text === before.text && source === before.source;
    return isSameSearch && chosenId === before.chosenId && done === before.done;
  };
}

/** Resolves when the screen fits; another waiting command may have begun by then. */
const untilScreen = (fits: () => boolean): Promise<void> => until(useCheckIn.subscribe, fits);
