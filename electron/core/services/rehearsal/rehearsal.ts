import type { RehearsalView } from "#shared/contract/rehearsal.ts";
import type {
  RehearsalStep,
  RehearsalSurprise,
  RehearsalFault,
} from "#shared/domain/rehearsal/rehearsal.ts";
import {
  isSurprise,
  rehearsalMs,
  rehearsalScript,
  scoreRehearsal,
} from "#shared/domain/rehearsal/rehearsal.ts";
import { err, ok } from "#shared/result.ts";
import type { Caller, Slice } from "#core/handlers.ts";
import type { PracticeControl } from "#core/ports.ts";
import type { DeskContext } from "#core/services/context.ts";
import type { SerialQueue } from "#shared/serial-queue.ts";
import { createSerialQueue } from "#shared/serial-queue.ts";
import type { RehearsalSpan } from "./rehearsal-evidence.ts";
import { countTasks, gatherEvidence, newestSequence } from "./rehearsal-evidence.ts";

/** One rehearsal, running or finished. */
interface Run {
  readonly control: PracticeControl;
  span: RehearsalSpan;
  readonly startedAtMs: number;
  endedAtMs: number | null;
  readonly troubles: {
    readonly what: RehearsalFault | RehearsalSurprise;
    readonly fromMs: number;
  }[];
  /** Runners who were already changed by a surprise. */
  readonly touched: Set<string>;
  /** Cancel functions of the pending timers. */
  readonly timers: Set<() => void>;
  /** Fault switches are set one after the other. */
  readonly inSeries: SerialQueue;
}

export interface Rehearsal {
  readonly handlers: Slice<"rehearsal.start" | "rehearsal.stop" | "rehearsal.status">;
  /** Cancels all timers; no callback runs afterwards. */
  close(): void;
}

/** Retry delay while no checked-in runner is available for a surprise. */
const againMs = 15_000;
const lookedAt = 50;

/**
 * Scripted faults for training volunteers. The control belongs to the practice server: a live workspace has
 * none, so no rehearsal can start there (K3).
 */
export function createRehearsal(
  context: DeskContext,
  control: PracticeControl | undefined,
): Rehearsal {
  const { commands, mode } = context;
  let run: Run | null = null;

  const view = (caller: Caller): RehearsalView => {
    const mayRun = mode === "practice" && control !== undefined && caller.role === "owner";
    return { ...viewRun(context, run), mayRun };
  };

  return {
    handlers: {
      "rehearsal.start": (input, caller) =>
        commands.wait("rehearsal.start", input, () => {
          if (mode !== "practice" || control === undefined) {
            return err("not-practising", "A rehearsal belongs to practice");
          }
          if (run !== null && run.endedAtMs === null) {
            return err("already-rehearsing", "A rehearsal is going on");
          }
          run = begin(context, control);
          return run === null ? err("no-event", "No event is open") : ok(view(caller));
        }),

      "rehearsal.stop": (input, caller) =>
        commands.wait("rehearsal.stop", input, async () => {
          if (run === null || run.endedAtMs !== null) {
            return err("not-rehearsing", "No rehearsal is going on");
          }
          await end(context, run);
          return ok(view(caller));
        }),

      "rehearsal.status": (_input, caller) => ok(view(caller)),
    },
    close() {
      if (run !== null) stopTimers(run);
      run = null;
    },
  };
}

/** Returns null if no event is open. */
function begin(context: DeskContext, control: PracticeControl): Run | null {
  const { stores, settings, feed, ports } = context;
  const eventId = settings.currentEventId();
  if (eventId === null || stores.events.get(eventId) === null) return null;
  const run: Run = {
    control,
    span: {
      eventId,
      afterSequence: newestSequence(context, eventId),
      lastSequence: null,
      createdBefore: control.created().length,
    },
    startedAtMs: ports.clock.now(),
    endedAtMs: null,
    troubles: [],
    touched: new Set(),
    timers: new Set(),
    inSeries: createSerialQueue(),
  };
  for (const step of rehearsalScript)
    after(context, run, step.atMs, () => perform(context, run, step));
  after(context, run, rehearsalMs, () => void end(context, run));
  feed.publish("connection");
  return run;
}

async function end(context: DeskContext, run: Run): Promise<void> {
  if (run.endedAtMs !== null) return;
  stopTimers(run);
  run.endedAtMs = context.ports.clock.now();
  run.span = { ...run.span, lastSequence: newestSequence(context, run.span.eventId) };
  await setTrouble(context, run, null);
  context.sync.outbox.wake();
  context.feed.publish("connection");
}

function stopTimers(run: Run): void {
  for (const cancel of run.timers) cancel();
  run.timers.clear();
}

function after({ ports }: DeskContext, run: Run, delayMs: number, call: () => void): void {
  const cancel = ports.clock.after(delayMs, () => {
    run.timers.delete(cancel);
    try {
      call();
    } catch (error) {
      // The script continues: one missing fault is no reason to end the training.
      ports.logger.log("error", "rehearsal.step-failed", { error });
    }
  });
  run.timers.add(cancel);
}

function perform(context: DeskContext, run: Run, { what }: Pick<RehearsalStep, "what">): void {
  if (what === "all-well") void setTrouble(context, run, null);
  else if (isSurprise(what)) surprise(context, run, what);
  else {
    note(context, run, what);
    void setTrouble(context, run, what);
  }
}

const note = ({ ports }: DeskContext, run: Run, what: RehearsalFault | RehearsalSurprise): void =>
  void run.troubles.push({ what, fromMs: Math.max(0, ports.clock.now() - run.startedAtMs) });

const setTrouble = (
  { ports }: DeskContext,
  { control, inSeries }: Run,
  trouble: RehearsalFault | null,
): Promise<unknown> =>
  inSeries(async () => control.set(trouble)).catch((error: unknown) =>
    ports.logger.log("error", "rehearsal.switch-failed", { error }),
  );

/**
 * Changes the registration of a runner who is already checked in, because volunteers must learn to notice such a
 * change.
 */
function surprise(context: DeskContext, run: Run, what: RehearsalSurprise): void {
  const { eventId } = run.span;
  const runner = context.stores.runners
    .recentCheckIns(eventId, lookedAt)
    .find(
      ({ runnerId, inReplica, bib }) =>
        inReplica && !run.touched.has(runnerId) && (what !== "bib-changed" || bib !== null),
    );
  if (runner === undefined) {
    after(context, run, againMs, () => surprise(context, run, what));
    return;
  }
  run.touched.add(runner.runnerId);
  const registrationId = runner.registrationId ?? runner.runnerId;
  if (what === "runner-cancelled") run.control.cancel(registrationId);
  else run.control.changeBib(registrationId, `R${runner.bib ?? ""}`);
  note(context, run, what);
  context.sync.downloads.start([eventId]);
}

function viewRun(context: DeskContext, run: Run | null): Omit<RehearsalView, "mayRun"> {
  if (run === null)
    return { state: "off", startedAtMs: null, untilMs: null, tasks: [], score: null };
  const { span, startedAtMs, endedAtMs, troubles } = run;
  const tasks = countTasks(context, span);
  if (endedAtMs === null) {
    const untilMs = startedAtMs + rehearsalMs;
    return { state: "running", startedAtMs, untilMs, tasks, score: null };
  }
  return {
    state: "ended",
    startedAtMs,
    untilMs: endedAtMs,
    tasks,
    score: {
      lastedMs: Math.max(0, endedAtMs - startedAtMs),
      ...scoreRehearsal(gatherEvidence(context, span, run.control)),
      troubles: [...troubles],
    },
  };
}
