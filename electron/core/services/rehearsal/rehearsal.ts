import type { RehearsalView } from "#shared/contract/rehearsal.ts";
import type {
  RehearsalStep,
  RehearsalSurprise,
  RehearsalTrouble,
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
import type { RehearsalSpan } from "./rehearsal-evidence.ts";
import { countTasks, gatherEvidence, newestSequence } from "./rehearsal-evidence.ts";

/** One rehearsal, running or finished. */
interface Run {
  readonly control: PracticeControl;
  span: RehearsalSpan;
  readonly startedAtMs: number;
  endedAtMs: number | null;
  readonly troubles: {
    readonly what: RehearsalTrouble | RehearsalSurprise;
    readonly fromMs: number;
  }[];
  /** Runners who were already changed by a surprise. */
  readonly touched: Set<string>;
  /** Cancel functions of the pending timers. */
  readonly timers: Set<() => void>;
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
  const { ports, stores, settings, sync, feed, once, mode } = context;
  const { clock, logger } = ports;
  let run: Run | null = null;
  /** Fault switches are set one after the other. */
  let switching: Promise<unknown> = Promise.resolve();

  const set = (to: PracticeControl, trouble: RehearsalTrouble | null): Promise<unknown> => {
    switching = switching
      .then(() => to.set(trouble))
      .catch((error: unknown) => {
        const name = error instanceof Error ? error.name : typeof error;
        logger.log("error", "rehearsal.switch-failed", { error: name });
      });
    return switching;
  };

  const after = (own: Run, delayMs: number, call: () => void): void => {
    const cancel = clock.after(delayMs, () => {
      own.timers.delete(cancel);
      try {
        call();
      } catch (error) {
        // Continue the script: one missing fault is no reason to end the training.
        logger.log("error", "rehearsal.step-failed", {
          error: error instanceof Error ? error.name : typeof error,
        });
      }
    });
    own.timers.add(cancel);
  };

  const note = (own: Run, what: RehearsalTrouble | RehearsalSurprise): void =>
    void own.troubles.push({ what, fromMs: Math.max(0, clock.now() - own.startedAtMs) });

  const perform = (own: Run, { what }: Pick<RehearsalStep, "what">): void => {
    if (what === "all-well") void set(own.control, null);
    else if (isSurprise(what)) surprise(own, what);
    else {
      note(own, what);
      void set(own.control, what);
    }
  };

  /**
   * Changes the registration of a runner who is already checked in, because volunteers must learn to notice
   * that.
   */
  const surprise = (own: Run, what: RehearsalSurprise): void => {
    const { eventId } = own.span;
    const runner = stores.runners
      .recentCheckIns(eventId, { limit: lookedAt })
      .find(({ runnerId, hasCopy }) => hasCopy && !own.touched.has(runnerId));
    if (runner === undefined) {
      after(own, againMs, () => surprise(own, what));
      return;
    }
    own.touched.add(runner.runnerId);
    const registrationId = runner.registrationId ?? runner.runnerId;
    if (what === "runner-cancelled") own.control.cancel(registrationId);
    else own.control.changeBib(registrationId, `R${runner.bib ?? ""}`);
    note(own, what);
    sync.downloads.start([eventId]);
  };

  const stopTimers = (own: Run): void => {
    for (const cancel of own.timers) cancel();
    own.timers.clear();
  };

  const end = async (own: Run): Promise<void> => {
    if (own.endedAtMs !== null) return;
    stopTimers(own);
    own.endedAtMs = clock.now();
    own.span = { ...own.span, lastSequence: newestSequence(context, own.span.eventId) };
    await set(own.control, null);
    sync.outbox.wake();
    feed.publish("connection");
  };

  const view = ({ reach }: Caller): RehearsalView => {
    const mayRun = mode === "practice" && control !== undefined && reach === "owner";
    if (run === null) {
      return { state: "off", mayRun, startedAtMs: null, untilMs: null, tasks: [], score: null };
    }
    const { span, startedAtMs, endedAtMs, troubles } = run;
    const tasks = countTasks(context, span);
    if (endedAtMs === null) {
      const untilMs = startedAtMs + rehearsalMs;
      return { state: "running", mayRun, startedAtMs, untilMs, tasks, score: null };
    }
    return {
      state: "ended",
      mayRun,
      startedAtMs,
      untilMs: endedAtMs,
      tasks,
      score: {
        lastedMs: Math.max(0, endedAtMs - startedAtMs),
        ...scoreRehearsal(gatherEvidence(context, span, run.control)),
        troubles: [...troubles],
      },
    };
  };

  return {
    handlers: {
      "rehearsal.start": (input, caller) =>
        once.wait("rehearsal.start", input, () => {
          if (mode !== "practice" || control === undefined) {
            return err("not-practising", "A rehearsal belongs to practice");
          }
          if (run !== null && run.endedAtMs === null) {
            return err("already-rehearsing", "A rehearsal is going on");
          }
          const eventId = settings.currentEventId();
          if (eventId === null || stores.events.get(eventId) === null) {
            return err("no-event", "No event is open");
          }
          const started: Run = {
            control,
            span: {
              eventId,
              afterSequence: newestSequence(context, eventId),
              lastSequence: null,
              createdBefore: control.created().length,
            },
            startedAtMs: clock.now(),
            endedAtMs: null,
            troubles: [],
            touched: new Set(),
            timers: new Set(),
          };
          run = started;
          for (const step of rehearsalScript) {
            after(started, step.atMs, () => perform(started, step));
          }
          after(started, rehearsalMs, () => void end(started));
          feed.publish("connection");
          return ok(view(caller));
        }),

      "rehearsal.stop": (input, caller) =>
        once.wait("rehearsal.stop", input, async () => {
          if (run === null || run.endedAtMs !== null) {
            return err("not-rehearsing", "No rehearsal is going on");
          }
          await end(run);
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
