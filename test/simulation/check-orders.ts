import type { Database } from "better-sqlite3";
import { isDeepStrictEqual } from "node:util";
import type { ProcedureName } from "#shared/contract/index.ts";
import type { RunnerRow } from "#shared/contract/roster.ts";
import type { Result } from "#shared/result.ts";
import { arrivedAt, factsOfOrder, isToldOf } from "./look.ts";
import { must } from "./violation.ts";
import type { Order } from "./orders.ts";

/** What was told to people, and whether it stays true. */
export interface OrderCheck {
  /** A reply that somebody read. */
  hear(reader: Database, order: Order, reply: Result<unknown>): void;
  /** Whether it was performed is not known: what it may have changed is not held against anybody. */
  lose(order: Order): void;
  /** Another computer's journal was brought in: it may have undone any check-in. */
  merge(): void;
  check(reader: Database, eventId: string): void;
  /** Every order that was answered, once more: for the end. */
  checkAll(reader: Database): void;
  readonly acknowledged: number;
}

/** Facts that carry the order's id: how many of which kind, at the least one. */
const toldBy: Partial<Record<ProcedureName, readonly string[]>> = {
  "checkIn.perform": ["check-in.made"],
  "checkIn.undo": ["check-in.undone"],
  "bib.assign": ["bib.given"],
  "bib.swap": ["bib.swapped"],
  "walkUp.save": ["walk-up.saved"],
  "event.create": ["event.saved"],
  "podium.enter": ["podium.entered"],
  "podium.announce": ["podium.announced"],
  "finish.stamp": ["finish.put"],
  "finish.bib": ["finish.put"],
};

/** Facts about an entry of the queue, or a walk-up, that its order's reply names. */
const toldAbout: Partial<Record<ProcedureName, readonly [kind: string, of: "runner" | "entry"]>> = {
  "outbox.correct": ["walk-up.edited", "entry"],
  "walkUp.retract": ["walk-up.taken-back", "runner"],
  "outbox.setAside": ["outbox.set-aside", "entry"],
};

/** The entry of the journal that such a reply is about; null for other orders. */
export function aboutOf(
  name: ProcedureName,
  value: unknown,
): { readonly kind: string; readonly id: string } | null {
  const [kind, of] = toldAbout[name] ?? [];
  return kind === undefined || of === undefined ? null : { kind, id: named(value, of) };
}

/** Orders whose reply is kept with their facts, so that a repetition answers the same for ever (J8). */
const kept: ReadonlySet<ProcedureName> = new Set([
  ...(Object.keys(toldBy) as ProcedureName[]),
  "checkIn.performAll",
  "gun.set",
  "desk.undoLast",
  "segment.save",
  "finish.undo",
  "outbox.correct",
  "walkUp.retract",
]);

interface Known {
  readonly name: ProcedureName;
  readonly facts: ReadonlyMap<string, number>;
  readonly reply: Result<unknown>;
}

export function createOrderCheck(): OrderCheck {
  const known = new Map<string, Known>();
  /** Runners who were told to be here. */
  const here = new Set<string>();
  const repeated = new Set<string>();
  /** Answered since the last look; the others are looked at when all are. */
  let recent: string[] = [];

  const checkOne = (reader: Database, commandId: string): void => {
    const order = known.get(commandId);
    if (order === undefined) return;
    const facts = factsOfOrder(reader, commandId);
    must(
      isDeepStrictEqual(facts, order.facts),
      `J8 ${order.name} ${commandId} had ${say(order.facts)}, now ${say(facts)}`,
    );
  };

  return {
    get acknowledged() {
      return known.size;
    },
    hear(reader, order, reply) {
      const { name, input } = order;
      const { commandId } = input;
      if (!reply.ok) {
        const { code } = reply.error as { readonly code: string };
        must(code !== "internal", `${name} has a bug: ${JSON.stringify(reply.error)}`);
        must(code !== "invalid-input", `${name} was asked wrongly: ${JSON.stringify(reply.error)}`);
        must(code !== "not-saved", `J1 ${name} was not saved by a sound disk`);
        return;
      }
      const before = known.get(commandId);
      const facts = factsOfOrder(reader, commandId);
      for (const kind of toldBy[name] ?? []) {
        must((facts.get(kind) ?? 0) > 0, `J1 ${name} ${commandId} was answered and is not there`);
      }
      const largest = name === "finish.stamp" ? 500 : 1;
      for (const kind of toldBy[name] ?? []) {
        must((facts.get(kind) ?? 0) <= largest, `J8 ${name} ${commandId} is there twice`);
      }
      const about = aboutOf(name, reply.value);
      must(
        about === null || isToldOf(reader, about.kind, about.id),
        `J1 ${name} of ${about?.id} was answered and is not there`,
      );
      if (kept.has(name) && before !== undefined) {
        must(isDeepStrictEqual(before.reply, reply), `J8 ${name} ${commandId} answers otherwise`);
        checkOne(reader, commandId);
        return;
      }
      if (!kept.has(name)) return;
      known.set(commandId, { name, facts, reply });
      recent.push(commandId);
      for (const row of rowsIn(reply.value)) {
        // A repetition may answer what was true then; who was never here may go again without a trace.
        if (repeated.has(commandId) || row.checkedIn === null) here.delete(row.id);
        else here.add(row.id);
      }
    },
    lose({ name, input }) {
      repeated.add(input.commandId);
      if (kept.has(name)) here.clear();
    },
    merge: () => here.clear(),
    check(reader, eventId) {
      for (const commandId of recent) checkOne(reader, commandId);
      recent = recent.slice(-20);
      if (here.size === 0) return;
      const arrived = arrivedAt(reader, eventId);
      for (const id of here) must(arrived.has(id), `J1 ${id} was told to be here and is not`);
    },
    checkAll(reader) {
      for (const commandId of known.keys()) checkOne(reader, commandId);
    },
  };
}

const say = (facts: ReadonlyMap<string, number>): string =>
  JSON.stringify(Object.fromEntries(facts));

/** The id that a reply names. */
function named(value: unknown, of: "runner" | "entry"): string {
  const { runner, outboxId, id } = value as Readonly<Record<string, unknown>>;
  if (of === "entry") return String(outboxId ?? id);
  return (runner as RunnerRow).id;
}

/** The runners' rows in a reply, newest state last. */
function rowsIn(value: unknown): RunnerRow[] {
  if (typeof value !== "object" || value === null) return [];
  const { runner, other, runners, outcomes } = value as Record<string, unknown>;
  const rows = [runner, other, ...asList(runners), ...asList(outcomes).map(runnerIn)];
  return rows.filter(
    (row): row is RunnerRow => typeof row === "object" && row !== null && "checkedIn" in row,
  );
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const runnerIn = (outcome: unknown): unknown =>
  typeof outcome === "object" && outcome !== null && "runner" in outcome ? outcome.runner : null;
