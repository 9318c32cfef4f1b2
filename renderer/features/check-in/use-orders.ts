import { useMemo } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { newCommandId } from "#renderer/client/client.ts";
import type { Client } from "#renderer/client/client.ts";
import { words } from "#renderer/i18n/words.ts";
import { playSound } from "#renderer/ui/sounds.ts";
import type { SoundName } from "#renderer/ui/sounds.ts";
import { useToast } from "#renderer/ui/toast-store.ts";
import type { InputOf, OutputOf, ReplyOf } from "#shared/contract/index.ts";
import type { RunnerCard, RunnerRow } from "#shared/contract/roster.ts";
import type { Failure } from "#shared/result.ts";
import { useCheckIn } from "./check-in-store.ts";
import type { NotSaved } from "./check-in-store.ts";

type OrderName =
  | "checkIn.perform"
  | "checkIn.performAll"
  | "checkIn.undo"
  | "desk.undoLast"
  | "bib.assign"
  | "bib.swap";

/** What this room orders. Each order carries one id for its whole life, retries included (J8). */
export interface Orders {
  readonly checkIn: (card: RunnerCard, reason?: string) => void;
  readonly checkInAll: (runners: readonly RunnerRow[]) => void;
  readonly undo: (runner: RunnerRow, entryId: string) => void;
  readonly undoLast: () => void;
  readonly giveBib: (runner: RunnerRow, bib: string, onInvalid: (code: string) => void) => void;
  readonly swap: (runner: RunnerRow, other: RunnerRow) => void;
  readonly sound: (name: SoundName) => void;
}

export function useOrders(eventId: string, volume: number): Orders {
  const client = useClient();
  return useMemo(() => createOrders(client, eventId, volume), [client, eventId, volume]);
}

interface Order<Name extends OrderName> {
  readonly name: Name;
  readonly input: Omit<InputOf<Name>, "commandId">;
  readonly what: NotSaved["what"];
  readonly runner: RunnerRow | null;
  /** Stays on the screen as it is until the reply has come. */
  readonly card?: RunnerCard;
  /** `isWatched`: the card is still there; else somebody types the next runner already. */
  readonly onDone: (value: OutputOf<Name>, isWatched: boolean) => void;
  readonly onRefused: (failure: Failure) => void;
}

/** Failures after which nobody may believe that it was saved. */
const unsaved = new Set(["not-saved", "wire-down", "internal", "closing"]);

/** The orders of one event over one client; their sounds at this volume (0 to 1). */
export function createOrders(client: Client, eventId: string, volume: number): Orders {
  const screen = useCheckIn.getState;
  const sound = (name: SoundName): void => playSound(name, volume);
  const toast = (tone: "done" | "look", text: string, onUndo?: () => void): void =>
    useToast.getState().show({ tone, text, onUndo });

  function give<Name extends OrderName>(order: Order<Name>): void {
    const commandId = newCommandId();
    const send = async (): Promise<void> => {
      if (screen().busy !== null) return;
      screen().setBusy(order.name, order.card);
      const input = { ...order.input, commandId } as unknown as InputOf<Name>;
      const reply: ReplyOf<Name> = await client.call(order.name, input);
      const isWatched = order.card === undefined || screen().heldCard !== null;
      screen().setBusy(null);
      if (reply.ok) {
        screen().setNotSaved(null);
        order.onDone(reply.value, isWatched);
      } else if (unsaved.has(reply.error.code)) {
        sound("stop");
        screen().setNotSaved({
          what: order.what,
          runner: order.runner,
          failure: reply.error,
          tryAgain: () => void send(),
        });
      } else {
        screen().setNotSaved(null);
        order.onRefused(reply.error);
      }
    };
    void send();
  }

  const lookAgain = (): void => {
    sound("look");
    screen().askReason(false);
  };

  const checkIn: Orders["checkIn"] = (card, reason) =>
    give({
      name: "checkIn.perform",
      input: {
        eventId,
        runnerId: card.runner.id,
        ...(reason === undefined ? {} : { override: { reason } }),
      },
      what: "check-in",
      runner: card.runner,
      card,
      onDone: ({ runner, entryId, atMs }, isWatched) => {
        sound("done");
        if (!isWatched) {
          toast("done", words.checkIn.doneMeanwhile(runner.name), () => undo(runner, entryId));
          return;
        }
        screen().showDone({
          kind: "one",
          runner,
          entryId,
          atMs,
          waiting: card.family.filter(isWaiting),
        });
      },
      onRefused: lookAgain,
    });

  const checkInAll: Orders["checkInAll"] = (runners) =>
    give({
      name: "checkIn.performAll",
      input: { eventId, runnerIds: runners.map(({ id }) => id) },
      what: "check-in",
      runner: runners[0] ?? null,
      onDone: ({ outcomes }) => {
        screen().showDone({ kind: "family", outcomes, atMs: Date.now() });
        sound(outcomes.every(({ failure }) => failure === null) ? "done" : "look");
      },
      onRefused: lookAgain,
    });

  const undo: Orders["undo"] = (runner, entryId) =>
    give({
      name: "checkIn.undo",
      input: { eventId, runnerId: runner.id, entryId },
      what: "undo",
      runner,
      onDone: ({ runner: now }) => {
        const { done } = screen();
        if (done?.kind === "one" && done.runner.id === now.id) screen().open(now.id);
        toast("done", words.checkIn.undone["check-in"](now.name));
      },
      onRefused: () => toast("look", words.checkIn.undoFailed),
    });

  const undoLast: Orders["undoLast"] = () =>
    give({
      name: "desk.undoLast",
      input: { eventId },
      what: "undo",
      runner: null,
      onDone: ({ undone, runners }) => {
        const [first] = runners;
        if (screen().done !== null) {
          if (first === undefined) screen().clear();
          else screen().open(first.id);
        }
        const say = words.checkIn.undone;
        toast(
          "done",
          undone === "bib"
            ? say.bib(first?.name ?? null, first?.bib ?? null)
            : say[undone](first?.name ?? null),
        );
      },
      onRefused: ({ code }) =>
        toast(
          "look",
          code === "nothing-to-undo" ? words.checkIn.nothingToUndo : words.checkIn.undoFailed,
        ),
    });

  const giveBib: Orders["giveBib"] = (runner, bib, onInvalid) =>
    give({
      name: "bib.assign",
      input: { eventId, runnerId: runner.id, bib },
      what: "bib",
      runner,
      onDone: ({ runner: now }) => {
        // What was typed may have been the old bib: the runner stays, the search does not.
        screen().open(now.id);
        sound("done");
        toast("done", words.checkIn.bibGiven(now.bib ?? bib, now.name), undoLast);
      },
      onRefused: ({ code }) => {
        if (code === "bib-taken") void showHolder(bib, runner, onInvalid);
        else onInvalid(code);
      },
    });

  async function showHolder(
    bib: string,
    runner: RunnerRow,
    onInvalid: (code: string) => void,
  ): Promise<void> {
    const reply = await client.call("bib.holders", { eventId, bib });
    const holder = reply.ok ? reply.value.holders.find(({ id }) => id !== runner.id) : undefined;
    sound("look");
    if (holder === undefined) onInvalid("bib-taken");
    else screen().showPanel({ kind: "taken", bib, holder });
  }

  const swap: Orders["swap"] = (runner, other) =>
    give({
      name: "bib.swap",
      input: { eventId, runnerId: runner.id, otherRunnerId: other.id },
      what: "bib",
      runner,
      onDone: ({ runner: now }) => {
        screen().open(now.id);
        sound("done");
        toast("done", words.checkIn.swapped(now.bib ?? "", now.name), undoLast);
      },
      onRefused: () => {
        sound("look");
        toast("look", words.checkIn.bibFailed);
      },
    });

  return { checkIn, checkInAll, undo, undoLast, giveBib, swap, sound };
}

/** Not here yet and free to come in with one keystroke. */
export const isWaiting = (runner: RunnerRow): boolean =>
  runner.checkedIn === null &&
  !runner.checkedInElsewhere &&
  runner.standing === "confirmed" &&
  runner.delivery !== "taken-back";
