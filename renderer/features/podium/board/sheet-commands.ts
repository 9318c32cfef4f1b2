import { newCommandId } from "#renderer/client/client.ts";
import type { Client } from "#renderer/client/client.ts";
import { isAnsweringAgain, mayBeUnsaved } from "#renderer/client/queries/reconnect.ts";
import { until } from "#renderer/client/until.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { currentScope, useStateScope } from "#renderer/client/navigation/screen-state.ts";
import { words } from "#renderer/i18n/words.ts";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import type { InputOf, ProcedureName, ReplyOf } from "#shared/contract/index.ts";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { hundredthsOf } from "#shared/domain/podium/race-time.ts";
import type { Failure } from "#shared/result.ts";
import { freshFor, openDialog, seeSaved, setWork, workKey, workOf } from "../podium-store.ts";
import type { SheetWork } from "../podium-store.ts";
import {
  chooseHolder,
  currentRevisions,
  inputsOf,
  isSameSheet,
  loggedTime,
  onlyChange,
  seenRevisions,
} from "../slots/draft-sheet.ts";
import type { DraftSlot } from "../slots/draft-sheet.ts";

type EnterInput = InputOf<"podium.enter">;

/** The commands that write the sheets of one run. A command keeps its id when it is sent again (J8). */
export type SheetCommands = ReturnType<typeof createSheetCommands>;

interface WaitingSheet {
  readonly slots: readonly DraftSlot[];
  readonly follows: readonly string[];
}

/** The run whose sheets are written. */
interface Run {
  readonly client: Client;
  readonly eventId: string;
  readonly runId: string;
  /** Live or practice: a sheet is sent, and its answer shown, only while the scope in which it was typed is open (K3). */
  readonly scope: string | null;
}

/** One segment, and its commands that are under way. */
interface Column extends Run {
  readonly segmentId: string;
  /** The command without an answer; it is sent again unchanged. */
  sent: EnterInput | null;
  /** The sheets that were typed while another one is being saved, oldest first. */
  waiting: readonly WaitingSheet[];
  /** Resolves when everything before is done; with false if an undo before undid nothing. */
  done: Promise<boolean>;
}

export function createSheetCommands(client: Client, eventId: string, runId: string) {
  const run: Run = { client, eventId, runId, scope: currentScope() };
  const columns = new Map<string, Column>();
  function columnOf({ segmentId }: PodiumSegment): Column {
    const known = columns.get(segmentId);
    if (known !== undefined) return known;
    const column: Column = { ...run, segmentId, sent: null, waiting: [], done: allDone };
    columns.set(segmentId, column);
    return column;
  }
  return {
    /** Saves a sheet. Sheets that are typed while it is being saved are sent afterwards, one by one: each can be undone. */
    write(seen: PodiumSegment, slots: readonly DraftSlot[]) {
      const column = columnOf(seen);
      const { phase } = work(column);
      // The column waits for a person's decision, so the new lines are kept and not sent.
      if (phase.kind === "meanwhile" || phase.kind === "asks-reason") set(column, { slots });
      else start(column, seen, slots, keptRevisions(column, seen));
    },
    /** Sends the failed command again. */
    tryAgain(segment: PodiumSegment) {
      const column = columnOf(segment);
      begin(column, segment, keptRevisions(column, segment));
    },
    /** Drops the unsaved lines; the column shows the sheet of the core. */
    drop(segment: PodiumSegment) {
      const column = columnOf(segment);
      column.sent = null;
      column.waiting = [];
      set(column, { slots: null, phase: resting });
    },
    /** Decides between sheets that were typed at the same time: the new sheet follows all of them (J4). */
    settle(segment: PodiumSegment, slots: readonly DraftSlot[]) {
      const column = columnOf(segment);
      column.sent = null;
      start(column, segment, slots, currentRevisions(segment));
    },
    giveReason(segment: PodiumSegment, reason: string) {
      const column = columnOf(segment);
      const { phase } = work(column);
      set(column, { reason });
      if (phase.kind === "asks-reason") begin(column, segment, phase.follows);
    },
    /**
     * Undoes the last change of the sheet, after the changes that are being saved. An announced sheet asks for a reason
     * first. Resolves with whether a change was undone.
     */
    undo: (segment: PodiumSegment) => undo(columnOf(segment), segment),
  };
}

const work = ({ runId, segmentId }: Column): SheetWork => workOf(runId, segmentId);

const set = ({ eventId, runId, segmentId }: Column, part: Partial<SheetWork>): void =>
  setWork(workKey(runId, segmentId), { run: { eventId, runId }, ...part });

/** Resolves when the scope of the sheets is open. */
const scopeOpens = ({ scope }: Run): Promise<void> =>
  until(useStateScope.subscribe, () => currentScope() === scope);

async function call<Name extends ProcedureName>(
  run: Run,
  name: Name,
  input: InputOf<Name>,
): Promise<ReplyOf<Name>> {
  if (currentScope() !== run.scope) await scopeOpens(run);
  const reply = await run.client.call(name, input);
  if (currentScope() !== run.scope) await scopeOpens(run);
  return reply;
}

/** What the unsaved lines follow; without unsaved lines, the sheet that the person sees. */
function keptRevisions(column: Column, segment: PodiumSegment): readonly string[] {
  const { phase } = work(column);
  return phase.kind === "not-saved" ? phase.follows : seenRevisions(segment);
}

/** The undo waits for the sheets that are being saved, and a second undo for the first one. */
async function undo(column: Column, segment: PodiumSegment): Promise<boolean> {
  const undone = column.done.then((isBeforeDone) => isBeforeDone && undoOnce(column, segment));
  column.done = undone;
  const isUndone = await undone;
  if (column.done === undone) column.done = allDone;
  return isUndone;
}

async function undoOnce(column: Column, seen: PodiumSegment): Promise<boolean> {
  const { eventId, runId, segmentId } = column;
  const { reason, fresh, slots } = work(column);
  if (slots !== null) {
    showToast("look", words.podium.undoUnsaved(seen.label));
    return false;
  }
  // The reply to the command before is newer than the sheet on the screen when the key was pressed.
  const segment = fresh?.segment ?? seen;
  const reply = await call(column, "podium.undo", {
    eventId,
    runId,
    segmentId,
    commandId: newCommandId(),
    follows: seenRevisions(segment),
    ...(reason === null ? {} : { reason }),
  });
  if (reply.ok) {
    // Behind the sheet that was announced there is another change of it, which needs a reason of its own (P5).
    const isAsAnnounced = reply.value.state === "announced";
    set(column, { ...freshFor(reply.value), ...(isAsAnnounced ? { reason: null } : {}) });
    showToast(
      "done",
      words.podium.undone(segment.label, onlyChange(segment.slots, reply.value.slots)),
    );
    return true;
  }
  if (reply.error.code === "reason-needed") {
    openDialog({ kind: "reason", segmentId });
  } else {
    const text =
      reply.error.code === "nothing-to-undo"
        ? words.podium.nothingToUndo(seen.label)
        : failureMessage(reply.error, words.podium.failures).title;
    showToast("look", text);
  }
  return false;
}

/** Looks up the runners of the bibs that were entered before their look-up had an answer. */
async function lookUp(run: Run, slots: readonly DraftSlot[]): Promise<DraftSlot[]> {
  const { eventId, runId } = run;
  return Promise.all(
    slots.map(async (slot) => {
      if (slot.isLookedUp) return slot;
      const reply = await call(run, "podium.find", { eventId, runId, bib: slot.bib });
      if (!reply.ok) return slot;
      const runner = chooseHolder(reply.value.holders, runId);
      const time =
        slot.followsLog === true
          ? loggedTime(reply.value.logged, runner?.id ?? null) || null
          : slot.time;
      return {
        ...slot,
        time,
        hundredths: slot.time === time ? slot.hundredths : hundredthsOf(time),
        followsLog: false,
        isLookedUp: true,
        runnerId: runner?.id ?? null,
        name: runner?.name ?? null,
        currentBib: runner?.bib ?? null,
        teamId: runner?.teamId ?? null,
      };
    }),
  );
}

/** Saves the unsaved lines as one sheet, and then the sheets that are typed meanwhile. */
function begin(column: Column, segment: PodiumSegment, follows: readonly string[]): void {
  column.waiting = [];
  const { slots } = work(column);
  if (slots === null) return;
  const saved = save(column, segment, follows, slots);
  column.done = Promise.all([column.done, saved]).then(() => true);
}

async function save(
  column: Column,
  segment: PodiumSegment,
  follows: readonly string[],
  slots: readonly DraftSlot[],
): Promise<void> {
  if (column.client.transport.state() === "down") {
    // Without a connection the runners of the bibs are unknown, so the command is made when the connection is back.
    void keepUntilBack(column, segment, follows, noConnection);
    return;
  }
  set(column, { phase: { kind: "saving" } });
  // Without a look-up the command is sent at once, before the typed line is rendered.
  const isKnown = slots.every(({ isLookedUp }) => isLookedUp);
  const command =
    column.sent ??
    (isKnown
      ? enterCommand(column, slots, follows)
      : await commandAfterLookUp(column, slots, follows));
  if (command === null) {
    void keepUntilBack(column, segment, follows, noConnection);
    return;
  }
  column.sent = command;
  const reply = await call(column, "podium.enter", command);
  if (reply.ok) await afterSaved(column, command, reply.value, follows);
  else afterFailure(column, segment, reply.error, follows);
}

function enterCommand(
  column: Column,
  slots: readonly DraftSlot[],
  follows: readonly string[],
): EnterInput {
  const { eventId, runId, segmentId } = column;
  const { reason } = work(column);
  return {
    eventId,
    runId,
    segmentId,
    commandId: newCommandId(),
    slots: inputsOf(slots),
    follows: [...follows],
    ...(reason === null ? {} : { reason }),
  };
}

/** The time of a line can depend on its runner (P8). Null if such a runner could not be looked up. */
async function commandAfterLookUp(
  column: Column,
  slots: readonly DraftSlot[],
  follows: readonly string[],
): Promise<EnterInput | null> {
  const known = await lookUp(column, slots);
  if (known.some(({ isLookedUp, followsLog }) => !isLookedUp && followsLog === true)) return null;
  // Lines that were typed during the look-up stay; they are sent next.
  if (work(column).slots === slots) set(column, { slots: known });
  return enterCommand(column, known, follows);
}

/** Shows the saved sheet, and saves what was typed meanwhile. */
async function afterSaved(
  column: Column,
  command: EnterInput,
  saved: PodiumSegment,
  follows: readonly string[],
): Promise<void> {
  column.sent = null;
  seeSaved(saved);
  const typed = work(column).slots;
  const [nextSheet, ...later] = column.waiting;
  column.waiting = later;
  const isComplete = typed === null || isSameSheet(typed, command.slots);
  const next = nextSheet?.slots ?? (isComplete ? null : typed);
  set(column, {
    ...freshFor(saved),
    ...(next === null ? { slots: null, phase: resting } : {}),
  });
  // A choice between rivals that was made during this save, or before it failed the first time, follows the rivals too.
  const nextFollows = [...seenRevisions(saved), ...(nextSheet?.follows ?? follows)];
  if (next !== null) await save(column, saved, nextFollows, next);
}

/** Keeps the lines, and shows what a person can do with them. */
function afterFailure(
  column: Column,
  segment: PodiumSegment,
  error: Failure,
  follows: readonly string[],
): void {
  const { segmentId } = column;
  if (!mayBeUnsaved(error)) column.sent = null;
  const theirs = error.code === "changed-meanwhile" ? error.details?.["segment"] : undefined;
  if (error.code === "reason-needed") {
    set(column, {
      phase: { kind: "asks-reason", follows: withWaiting(column, follows) },
      reason: null,
    });
    openDialog({ kind: "reason", segmentId });
  } else if (isSegment(theirs)) {
    const isSameDesk = error.details?.["isSameDesk"] === true;
    set(column, { phase: { kind: "meanwhile", theirs, isSameDesk } });
  } else {
    void keepUntilBack(column, segment, follows, error);
  }
}

/** What the sheets follow that were typed while another one was being saved, and that one itself. */
const withWaiting = ({ waiting }: Column, follows: readonly string[]): readonly string[] => [
  ...new Set([...follows, ...waiting.flatMap((sheet) => sheet.follows)]),
];

/** By client: the question whether the host answers again. All unsaved sheets share it, so that the host is asked once. */
const answersAgain = new WeakMap<Client, Promise<boolean>>();

function isAnswering(client: Client): Promise<boolean> {
  const asked = answersAgain.get(client);
  if (asked !== undefined) return asked;
  const again = isAnsweringAgain(client).finally(() => answersAgain.delete(client));
  answersAgain.set(client, again);
  return again;
}

/**
 * Shows that the lines are not saved. If the connection was lost, they are sent when it is back; a command that was on its
 * way then has the same id (M14).
 */
async function keepUntilBack(
  column: Column,
  segment: PodiumSegment,
  follows: readonly string[],
  failure: Failure,
): Promise<void> {
  const { client, scope } = column;
  const goesAgain = failure.code === "transport-down" && client.transport.pair !== null;
  const all = withWaiting(column, follows);
  const phase = { kind: "not-saved", failure, follows: all, goesAgain } as const;
  set(column, { phase });
  if (!goesAgain) return;
  const isBack = await isAnswering(client);
  if (currentScope() !== scope) await scopeOpens(column);
  if (work(column).phase !== phase) return;
  if (isBack) begin(column, segment, all);
  else set(column, { phase: { ...phase, goesAgain: false } });
}

function start(
  column: Column,
  segment: PodiumSegment,
  slots: readonly DraftSlot[],
  follows: readonly string[],
): void {
  const isSaving = work(column).phase.kind === "saving";
  set(column, { slots });
  if (isSaving) column.waiting = [...column.waiting, { slots, follows }];
  else begin(column, segment, follows);
}

const allDone = Promise.resolve(true);

const noConnection: Failure = {
  code: "transport-down",
  message: "not sent: the host does not answer",
  details: { isUnsent: true },
};

const resting = { kind: "resting" } as const;

/** The details of a failure are not typed. They come from the core, so two fields identify a segment. */
const isSegment = (value: unknown): value is PodiumSegment =>
  typeof value === "object" && value !== null && "segmentId" in value && "slots" in value;
