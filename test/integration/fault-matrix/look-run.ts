import type { FaultStage } from "./fault-bench.ts";
import type { FaultName } from "./faults.ts";

/** A walk-up that arrived, and whose reply was lost 13 hours ago, is reconciled. The list meets the fault (O10). */
export interface LookRun {
  readonly listings: number;
  readonly sendings: number;
  readonly state: string;
  readonly reason: string | null;
  readonly isAdopted: boolean;
}

const longAgoMs = 13 * 60 * 60_000;

export async function runLooking(stage: FaultStage, fault: FaultName): Promise<LookRun> {
  const desk = await stage.open(fault);
  const { bench, sandbox } = desk;
  const { race } = stage;
  const setPaused = (paused: boolean): void => {
    bench.db.transaction(() => (paused ? bench.sync.outbox.pause() : bench.sync.outbox.resume()));
    bench.sync.outbox.wake();
  };
  const email = `looked-${fault.replaceAll(/[^a-z0-9]/gi, (sign) => `x${sign.codePointAt(0)}`)}@example.org`;
  await sandbox.faults.set({ rules: [{ kind: "lost-reply", method: "POST", times: 1 }] });
  const id = bench.saveWalkUp(race.eventId, race.formFor(email));
  await desk.runUntil(() => bench.stores.attempts.of(id).length > 0, "the lost reply");
  setPaused(true);
  bench.clock.jump(longAgoMs);
  desk.hooks.strikes = ({ method, path }) => method === "GET" && path === "/registration";
  setPaused(false);
  const shown = () => {
    const entry = bench.sync.outbox.get(id);
    if (entry === null) throw new Error("The entry is gone");
    return entry;
  };
  await desk.runUntil(() => {
    const { state, reason } = shown();
    return state === "done" || state === "needs-attention" || reason === "key-refused";
  }, `the look: ${fault}`);
  const { state, reason, remoteId } = shown();
  const listed = desk.sent.filter(
    ({ method, path, after }) => method === "GET" && path === "/registration" && after === null,
  );
  return {
    listings: listed.length,
    sendings: desk.sent.filter(({ method }) => method === "POST").length,
    state,
    reason,
    isAdopted:
      remoteId !== null &&
      sandbox
        .readState()
        .created.some((post) => "registration" in post && post.registration._id === remoteId),
  };
}
