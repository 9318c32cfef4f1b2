import { newCommandId } from "#renderer/client/client.ts";
import type { Client } from "#renderer/client/client.ts";
import { isAnsweringAgain, mayBeUnsaved } from "#renderer/client/queries/reconnect.ts";
import { until } from "#renderer/client/until.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { useStateScope } from "#renderer/client/navigation/screen-state.ts";
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

/** What the functions of this file share. */
interface Sheets {
  readonly client: Client;
  readonly eventId: string;
  readonly runId: string;
  /** Live or practice: a sheet is sent, and its answer shown, only while the scope in which it was typed is open (K3). */
  readonly scope: string | null;
  /** By segment: the command without an answer; it is sent again unchanged. */
  readonly sent: Map<string, EnterInput>;
  /** By segment: the sheets that were typed while another one is being saved, oldest first. */
  readonly waiting: Map<string, WaitingSheet[]>;
  /** By segment: the sheets that are being saved. It resolves when all are saved or one was refused. */
  readonly saving: Map<string, Promise<void>>;
  /** By segment: the undo without an answer. It resolves with whether a change was undone. */
  readonly undoing: Map<string, Promise<boolean>>;
}

export function createSheetCommands(client: Client, eventId: string, runId: string) {
  const sheets: Sheets = {
    client,
    eventId,
    runId,
    scope: currentScope(),
    sent: new Map(),
    waiting: new Map(),
    saving: new Map(),
    undoing: new Map(),
  };
  return {
    /** Saves a sheet. Sheets that are typed while it is being saved are sent afterwards, one by one: each can be undone. */
    write(seen: PodiumSegment, slots: readonly DraftSlot[]) {
      const { phase } = workOf(runId, seen.segmentId);
      // The column waits for a person's decision, so the new lines are kept and not sent.
      if (phase.kind === "meanwhile" || phase.kind === "asks-reason") {
        set(sheets, seen.segmentId, { slots });
      } else {
        start(sheets, seen, slots, keptRevisions(sheets, seen));
      }
    },
    /** Sends the failed command again. */
    tryAgain: (segment: PodiumSegment) => begin(sheets, segment, keptRevisions(sheets, segment)),
    /** Drops the unsaved lines; the column shows the sheet of the core. */
    drop({ segmentId }: PodiumSegment) {
      sheets.sent.delete(segmentId);
      sheets.waiting.delete(segmentId);
      set(sheets, segmentId, { slots: null, phase: resting });
    },
    /** Decides between sheets that were typed at the same time: the new sheet follows all of them (J4). */
    settle(segment: PodiumSegment, slots: readonly DraftSlot[]) {
      sheets.sent.delete(segment.segmentId);
      start(sheets, segment, slots, currentRevisions(segment));
    },
    giveReason(segment: PodiumSegment, reason: string) {
      const { phase } = workOf(runId, segment.segmentId);
      set(sheets, segment.segmentId, { reason });
      if (phase.kind === "asks-reason") begin(sheets, segment, phase.follows);
    },
    /**
     * Undoes the last change of the sheet, after the changes that are being saved. An announced sheet asks for a reason
     * first. Resolves with whether a change was undone.
     */
    undo: (segment: PodiumSegment) => undo(sheets, segment),
  };
}

const set = ({ eventId, runId }: Sheets, segmentId: string, part: Partial<SheetWork>): void =>
  setWork(workKey(runId, segmentId), { run: { eventId, runId }, ...part });

const currentScope = (): string | null => useStateScope.getState().scope;

/** Resolves when the scope of the sheets is open. */
const scopeOpens = ({ scope }: Sheets): Promise<void> =>
  until(useStateScope.subscribe, () => currentScope() === scope);

async function call<Name extends ProcedureName>(
  sheets: Sheets,
  name: Name,
  input: InputOf<Name>,
): Promise<ReplyOf<Name>> {
  if (currentScope() !== sheets.scope) await scopeOpens(sheets);
  const reply = await sheets.client.call(name, input);
  if (currentScope() !== sheets.scope) await scopeOpens(sheets);
  return reply;
}

/** What the unsaved lines follow; without unsaved lines, the sheet that the person sees. */
function keptRevisions({ runId }: Sheets, segment: PodiumSegment): readonly string[] {
  const { phase } = workOf(runId, segment.segmentId);
  return phase.kind === "not-saved" ? phase.follows : seenRevisions(segment);
}

/** The undo waits for the sheets that are being saved, and a second undo for the first one. */
async function undo(sheets: Sheets, segment: PodiumSegment): Promise<boolean> {
  const { undoing, saving } = sheets;
  const { segmentId } = segment;
  const before = undoing.get(segmentId) ?? saving.get(segmentId);
  const undone = Promise.resolve(before).then((isDone) =>
    isDone === false ? false : undoOnce(sheets, segment),
  );
  undoing.set(segmentId, undone);
  const isUndone = await undone;
  if (undoing.get(segmentId) === undone) undoing.delete(segmentId);
  return isUndone;
}

async function undoOnce(sheets: Sheets, seen: PodiumSegment): Promise<boolean> {
  const { eventId, runId } = sheets;
  const { segmentId } = seen;
  const { reason, fresh, slots } = workOf(runId, segmentId);
  if (slots !== null) {
    showToast("look", words.podium.undoUnsaved(seen.label));
    return false;
  }
  // The reply to the command before is newer than the sheet on the screen when the key was pressed.
  const segment = fresh?.segment ?? seen;
  const reply = await call(sheets, "podium.undo", {
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
    set(sheets, segmentId, {
      ...freshFor(reply.value),
      ...(isAsAnnounced ? { reason: null } : {}),
    });
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
async function lookUp(sheets: Sheets, slots: readonly DraftSlot[]): Promise<DraftSlot[]> {
  const { eventId, runId } = sheets;
  return Promise.all(
    slots.map(async (slot) => {
      if (slot.isLookedUp) return slot;
      const reply = await call(sheets, "podium.find", { eventId, runId, bib: slot.bib });
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
function begin(sheets: Sheets, segment: PodiumSegment, follows: readonly string[]): void {
  const { saving, waiting } = sheets;
  const { segmentId } = segment;
  waiting.delete(segmentId);
  const { slots } = workOf(sheets.runId, segmentId);
  if (slots === null) return;
  const saved = save(sheets, segment, follows, slots);
  saving.set(segmentId, saved);
  void saved.then(() => saving.get(segmentId) === saved && saving.delete(segmentId));
}

async function save(
  sheets: Sheets,
  segment: PodiumSegment,
  follows: readonly string[],
  slots: readonly DraftSlot[],
): Promise<void> {
  const { sent, waiting, client, eventId, runId } = sheets;
  const { segmentId } = segment;
  const { reason } = workOf(runId, segmentId);
  if (client.transport.state() === "down") {
    // Without a connection the runners of the bibs are unknown, so the command is made when the connection is back.
    void keepUntilBack(sheets, segment, follows, noConnection);
    return;
  }
  set(sheets, segmentId, { phase: { kind: "saving" } });
  let command = sent.get(segmentId);
  if (command === undefined) {
    // Without a look-up the command is sent at once, before the typed line is rendered.
    const known = slots.every(({ isLookedUp }) => isLookedUp) ? slots : await lookUp(sheets, slots);
    if (known.some(({ isLookedUp, followsLog }) => !isLookedUp && followsLog === true)) {
      // The time of such a line is the former runner's until the look-up has an answer (P8).
      void keepUntilBack(sheets, segment, follows, noConnection);
      return;
    }
    // Lines that were typed during the look-up stay; they are sent next.
    if (workOf(runId, segmentId).slots === slots) set(sheets, segmentId, { slots: known });
    command = {
      eventId,
      runId,
      segmentId,
      commandId: newCommandId(),
      slots: inputsOf(known),
      follows: [...follows],
      ...(reason === null ? {} : { reason }),
    };
    sent.set(segmentId, command);
  }
  const reply = await call(sheets, "podium.enter", command);
  if (reply.ok) {
    sent.delete(segmentId);
    seeSaved(reply.value);
    const typed = workOf(runId, segmentId).slots;
    const [nextSheet, ...later] = waiting.get(segmentId) ?? [];
    waiting.set(segmentId, later);
    const isComplete = typed === null || isSameSheet(typed, command.slots);
    const next = nextSheet?.slots ?? (isComplete ? null : typed);
    set(sheets, segmentId, {
      ...freshFor(reply.value),
      ...(next === null ? { slots: null, phase: resting } : {}),
    });
    // A choice between rivals that was made during this save, or before it failed the first time, follows the rivals too.
    const nextFollows = [...seenRevisions(reply.value), ...(nextSheet?.follows ?? follows)];
    if (next !== null) await save(sheets, reply.value, nextFollows, next);
    return;
  }
  const { error } = reply;
  if (!mayBeUnsaved(error)) sent.delete(segmentId);
  if (error.code === "reason-needed") {
    set(sheets, segmentId, {
      phase: { kind: "asks-reason", follows: withWaiting(sheets, segmentId, follows) },
      reason: null,
    });
    openDialog({ kind: "reason", segmentId });
    return;
  }
  const theirs = error.code === "changed-meanwhile" ? error.details?.["segment"] : undefined;
  const isSameDesk = error.details?.["isSameDesk"] === true;
  if (isSegment(theirs))
    set(sheets, segmentId, { phase: { kind: "meanwhile", theirs, isSameDesk } });
  else void keepUntilBack(sheets, segment, follows, error);
}

/** What the sheets follow that were typed while another one was being saved, and that one itself. */
const withWaiting = (
  { waiting }: Sheets,
  segmentId: string,
  follows: readonly string[],
): readonly string[] => [
  ...new Set([...follows, ...(waiting.get(segmentId) ?? []).flatMap((sheet) => sheet.follows)]),
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
  sheets: Sheets,
  segment: PodiumSegment,
  follows: readonly string[],
  failure: Failure,
): Promise<void> {
  const { client, runId } = sheets;
  const { segmentId } = segment;
  const goesAgain = failure.code === "transport-down" && client.transport.pair !== null;
  const all = withWaiting(sheets, segmentId, follows);
  const phase = { kind: "not-saved", failure, follows: all, goesAgain } as const;
  set(sheets, segmentId, { phase });
  if (!goesAgain) return;
  const isBack = await isAnswering(client);
  if (currentScope() !== sheets.scope) await scopeOpens(sheets);
  if (workOf(runId, segmentId).phase !== phase) return;
  if (isBack) begin(sheets, segment, all);
  else set(sheets, segmentId, { phase: { ...phase, goesAgain: false } });
}

function start(
  sheets: Sheets,
  segment: PodiumSegment,
  slots: readonly DraftSlot[],
  follows: readonly string[],
): void {
  const { waiting, runId } = sheets;
  const { segmentId } = segment;
  const isSaving = workOf(runId, segmentId).phase.kind === "saving";
  set(sheets, segmentId, { slots });
  if (isSaving) waiting.set(segmentId, [...(waiting.get(segmentId) ?? []), { slots, follows }]);
  else begin(sheets, segment, follows);
}

const noConnection: Failure = {
  code: "transport-down",
  message: "not sent: the host does not answer",
  details: { isUnsent: true },
};

const resting = { kind: "resting" } as const;

/** The details of a failure are not typed. They come from the core, so two fields identify a segment. */
const isSegment = (value: unknown): value is PodiumSegment =>
  typeof value === "object" && value !== null && "segmentId" in value && "slots" in value;
