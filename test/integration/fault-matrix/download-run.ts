import type { DownloadStatus } from "#shared/contract/events.ts";
import { json } from "#test/support/scripted-server.ts";
import type { FaultStage } from "./fault-bench.ts";
import type { FaultName } from "./faults.ts";

/** What changed at the organizer's since the first download. */
export interface Upstream {
  readonly goneId: string;
  readonly changedId: string;
  readonly newEmail: string;
}

/** A second download, whose second page meets the fault while a walk-up is saved. */
export interface DownloadRun {
  /** The numbers of the requested pages, in their order. */
  readonly pages: readonly number[];
  /** The status of the download at the first request after the fault, or at the end. */
  readonly midway: DownloadStatus;
  readonly goneMidway: boolean;
  readonly digestMidway: boolean;
  readonly end: DownloadStatus;
  readonly goneAtEnd: boolean;
  readonly digest: {
    readonly added: number;
    readonly changed: number;
    readonly gone: number;
  } | null;
  readonly malformed: number;
  readonly hasNew: boolean;
  readonly walkUp: { readonly state: string; readonly reason: string | null };
}

/** One registration is removed, one gets another bib, and one is added. */
export function changeUpstream({ race }: FaultStage): Upstream {
  const { bench, sandbox, formFor } = race;
  const [gone, changed] = bench.stores.runners.byRowids([5, 150]);
  if (gone === undefined || changed === undefined) throw new Error("Too few runners");
  const newEmail = "late@example.org";
  const { eventRunId } = formFor("");
  sandbox.mutate({ kind: "remove-registration", registrationId: gone.runnerId });
  sandbox.mutate({ kind: "set-bib", registrationId: changed.runnerId, bib: "Z-9" });
  sandbox.mutate({ kind: "add-registration", eventRunId, email: newEmail });
  return { goneId: gone.runnerId, changedId: changed.runnerId, newEmail };
}

export async function runDownload(
  stage: FaultStage,
  fault: FaultName,
  upstream: Upstream,
): Promise<DownloadRun> {
  const desk = await stage.open(fault);
  const { bench } = desk;
  const { stores, sync } = bench;
  const { eventId, formFor } = stage.race;
  const before = stores.digests.latest(eventId);
  const pages: number[] = [];
  const cursors: (string | null)[] = [];
  let walkUpId = "";
  let midway: Pick<DownloadRun, "midway" | "goneMidway" | "digestMidway"> | null = null;

  const isGone = (): boolean => {
    const runner = stores.runners.get(eventId, upstream.goneId);
    return runner === null || runner.goneAtMs !== null;
  };
  const digest = () => {
    const latest = stores.digests.latest(eventId);
    return latest?.atMs === before?.atMs ? null : latest;
  };
  const lookMidway = () => ({
    midway: sync.downloads.statusOf(eventId),
    goneMidway: isGone(),
    digestMidway: digest() !== null,
  });

  desk.hooks.onSend = ({ method, path, after }) => {
    if (method !== "GET" || path !== "/registration") return;
    if (desk.hasStruck()) midway ??= lookMidway();
    if (!cursors.includes(after)) cursors.push(after);
    pages.push(cursors.indexOf(after) + 1);
  };
  desk.hooks.strikes = ({ path, after }) => {
    if (path !== "/registration" || after === null) return false;
    walkUpId = bench.saveWalkUp(eventId, formFor("meanwhile@example.org"));
    return true;
  };
  // The walk-up's POST goes to another server, so that the list does not change.
  desk.hooks.detour = ({ method, path }) =>
    method === "POST" ? `${stage.server.url}${path}` : null;
  stage.server.posts.splice(0, Infinity, json(201, { data: { participantId: "reg_meanwhile" } }));

  sync.downloads.start([eventId]);
  const walkUp = () => sync.outbox.get(walkUpId);
  await desk.runUntil(() => {
    const entry = walkUp();
    const isSettled = entry?.state === "done" || entry?.reason === "key-refused";
    return isSettled && sync.status().downloads === 0;
  }, `the download: ${fault}`);

  const body = digest()?.body as DownloadRun["digest"] | undefined;
  const entry = walkUp();
  return {
    pages,
    ...(midway ?? lookMidway()),
    end: sync.downloads.statusOf(eventId),
    goneAtEnd: isGone(),
    digest: body ?? null,
    malformed: stores.malformed.count(eventId, "registrations"),
    hasNew: stores.runners.byEmail(eventId, upstream.newEmail, 2).length === 1,
    walkUp: { state: entry?.state ?? "none", reason: entry?.reason ?? null },
  };
}
