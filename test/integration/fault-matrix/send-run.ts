import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { FaultBench, FaultStage, Sent } from "./fault-bench.ts";
import type { FaultName } from "./faults.ts";

type Records = FaultBench["bench"]["stores"]["outbox"];
type OutboxRecord = NonNullable<ReturnType<Records["get"]>>;

/** The state when the first try of the walk-up was recorded. */
interface AfterFirstTry {
  readonly record: OutboxRecord;
  readonly shown: OutboxEntry;
  readonly gateClosed: boolean;
  readonly keyRefused: boolean;
  readonly connectivity: string;
}

/** Two walk-ups are sent; the first of them meets the fault. */
export interface SendRun {
  readonly saved: { readonly key: string; readonly body: string };
  /** Every request with the key of the first walk-up. */
  readonly sendings: readonly Sent[];
  /** The stored state of the entry when each of these requests left. */
  readonly statesAtSending: readonly string[];
  readonly attempts: readonly { readonly outcome: string; readonly atMs: number }[];
  readonly after: AfterFirstTry;
  readonly end: OutboxRecord;
  readonly other: OutboxEntry;
  /** The number of registrations that the server created for the first walk-up, and for any key. */
  readonly made: number;
}

export async function runSending(stage: FaultStage, fault: FaultName): Promise<SendRun> {
  const desk = await stage.open(fault);
  const { bench, sandbox } = desk;
  const { outbox } = bench.sync;
  const name = `Ada ${fault}`;
  const email = (who: string): string =>
    `${who}-${fault.replaceAll(/[^a-z0-9]/gi, (sign) => `x${sign.codePointAt(0)}`)}@example.org`;
  const statesAtSending: string[] = [];
  desk.hooks.strikes = ({ method }) => method === "POST";
  const first = bench.saveWalkUp(stage.race.eventId, stage.race.formFor(email("first"), name));
  const detail = outbox.detail(first);
  const saved = { key: detail?.idempotencyKey ?? "", body: detail?.body ?? "" };
  desk.hooks.onSend = ({ key }) => {
    if (key !== saved.key) return;
    const state = bench.stores.outbox.get(first)?.state ?? "gone";
    statesAtSending.push(bench.db.inTransaction ? "not committed" : state);
  };
  const second = bench.saveWalkUp(stage.race.eventId, stage.race.formFor(email("second")));

  const record = (): OutboxRecord => {
    const found = bench.stores.outbox.get(first);
    if (found === null) throw new Error("The entry is gone");
    return found;
  };
  const shown = (id: string): OutboxEntry => {
    const found = outbox.get(id);
    if (found === null) throw new Error("The entry is gone");
    return found;
  };
  const attempts = () => bench.stores.attempts.of(first);
  await desk.runUntil(() => attempts().length > 0, `the first try: ${fault}`);
  const status = bench.sync.status();
  const after: AfterFirstTry = {
    record: record(),
    shown: shown(first),
    gateClosed: status.activity === "held-rate-limit",
    keyRefused: bench.sync.connection.get().state === "key-refused",
    connectivity: status.connectivity.state,
  };
  const isAtRest = ({ state, reason }: OutboxEntry): boolean =>
    ["done", "needs-attention", "cancelled"].includes(state) ||
    reason === "key-refused" ||
    reason === "forbidden";
  await desk.runUntil(() => isAtRest(shown(first)) && isAtRest(shown(second)), `rest: ${fault}`);

  return {
    saved,
    sendings: desk.sent.filter(({ key }) => key === saved.key),
    statesAtSending,
    attempts: attempts(),
    after,
    end: record(),
    other: shown(second),
    made: sandbox
      .readState()
      .created.filter((post) => JSON.stringify(post).includes(email("first"))).length,
  };
}
