import { readResults } from "#shared/partner-api/results.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { PublicationRecord, ResultsStateRecord } from "#core/db/stores/publication-store.ts";
import type { FailedOutcome } from "#core/partner/classify-response.ts";
import type { PartnerClient } from "#core/partner/client.ts";
import { pullErrorOf } from "#core/sync/connection/connection-errors.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type {
  PullError,
  PulledRun,
  ResultsError,
  ResultsQuestion,
} from "#core/sync/sync-interface.ts";

/**
 * Limit per request for all results: more than an organizer publishes in a season; guards against unusual
 * version numbers.
 */
const mostVersions = 100;
/** After so many consecutive missing versions, assume that no lower version exists. */
const mostMissing = 3;

/** Failures that every further request would meet too. */
const ofConnectivity: ReadonlySet<PullError> = new Set([
  "offline",
  "key-refused",
  "forbidden",
  "rate-limited",
]);

/** A publication as the API returned it; its edition is assigned when it is stored. */
type Published = Omit<PublicationRecord, "edition">;

type Asked = Result<
  { readonly version: number; readonly publication: Published } | null,
  Failure<ResultsError>
>;

/**
 * Reads official results by version (P6): for each run the current version, then every earlier version that
 * is not stored yet. Stored versions are never deleted. Every request names the run, even if the event has
 * only one.
 */
export async function pullResults(
  deps: SyncDeps,
  client: PartnerClient,
  { eventId, runIds }: ResultsQuestion,
): Promise<Result<{ runs: PulledRun[] }, Failure<PullError>>> {
  const runs: PulledRun[] = [];
  for (const runId of runIds) {
    const pulled = await pullRun(deps, client, { eventId, runId });
    const { failure } = pulled;
    runs.push(pulled);
    if (failure !== null && failure !== "not-found" && ofConnectivity.has(failure)) {
      return err(failure, "The official results could not be read.");
    }
  }
  return ok({ runs });
}

interface RunQuestion {
  readonly eventId: string;
  readonly runId: string;
}

async function pullRun(
  deps: SyncDeps,
  client: PartnerClient,
  question: RunQuestion,
): Promise<PulledRun> {
  const { stores } = deps;
  const { eventId, runId } = question;
  const current = await ask(deps, client, question, null);
  if (!current.ok) return failed(deps, question, current.error.code);
  if (current.value === null) return settled(deps, question, "unpublished", null);
  const known = new Set(stores.publications.briefs(eventId, runId).map(({ version }) => version));
  const { version } = current.value;
  const changedVersions = keep(deps, current.value.publication) ? [version] : [];
  const newVersions = known.has(version) ? [] : [version];
  const earlier = await pullEarlier(deps, client, question, { below: version, known });
  newVersions.unshift(...earlier.versions);
  const done = settled(deps, question, "published", version);
  const ended = earlier.failure === null ? done : failed(deps, question, earlier.failure);
  return { ...ended, newVersions, changedVersions };
}

/** Reads the earlier versions, newest first, because people look at the newest first. */
async function pullEarlier(
  deps: SyncDeps,
  client: PartnerClient,
  question: RunQuestion,
  { below, known }: { readonly below: number; readonly known: ReadonlySet<number> },
): Promise<{ readonly versions: number[]; readonly failure: ResultsError | null }> {
  const versions: number[] = [];
  let asked = 0;
  let missing = 0;
  for (let version = below - 1; version >= 1 && missing < mostMissing; version -= 1) {
    if (known.has(version)) {
      missing = 0;
      continue;
    }
    if (asked >= mostVersions) break;
    asked += 1;
    const answer = await ask(deps, client, question, version);
    if (!answer.ok) {
      if (answer.error.code !== "not-found") return { versions, failure: answer.error.code };
      missing += 1;
      continue;
    }
    // The server ignored the version parameter, so it does not have this version.
    if (answer.value?.version !== version) {
      missing += 1;
      continue;
    }
    missing = 0;
    keep(deps, answer.value.publication);
    versions.unshift(version);
  }
  return { versions, failure: null };
}

/** Asks for a version, or for the current one if `wanted` is null. Returns null while nothing is published. */
async function ask(
  { ports, closing }: SyncDeps,
  client: PartnerClient,
  { eventId, runId }: RunQuestion,
  wanted: number | null,
): Promise<Asked> {
  const { outcome } = await client.get(
    {
      endpoint: "results.read",
      segments: ["events", eventId, "results"],
      query: wanted === null ? { run: runId } : { run: runId, version: wanted },
    },
    closing,
  );
  if (outcome.kind !== "success") {
    return err(errorOf(outcome, wanted), "The results could not be read.");
  }
  const read = readResults(outcome.body);
  if (!read.ok) return err("not-the-api", "The answer is no results.");
  const { publication, segments, malformed } = read.value;
  if (publication === null) return ok(null);
  const { version } = publication;
  if (version === undefined || !Number.isSafeInteger(version)) {
    return err("not-the-api", "The publication has no version.");
  }
  return ok({
    version,
    publication: {
      eventId,
      runId,
      version,
      record: JSON.stringify(publication),
      segments,
      malformed: malformed.map(({ raw }) => raw),
      fetchedAtMs: ports.clock.now(),
    },
  });
}

/**
 * `not-found` if the event, the run or the version does not exist. The API does not document which status it uses for a
 * version that does not exist.
 */
function errorOf(outcome: FailedOutcome, wanted: number | null): ResultsError {
  if (outcome.kind !== "refused") return pullErrorOf(outcome);
  const absent = wanted === null ? [404, 410] : [400, 404, 410, 422];
  return absent.includes(outcome.words.status) ? "not-found" : pullErrorOf(outcome);
}

/**
 * Stores a publication. If a stored version has changed, the store keeps both editions (P6), and this returns
 * true.
 */
function keep({ db, stores }: SyncDeps, publication: Published): boolean {
  const { eventId, runId, version } = publication;
  const before = stores.publications.get(eventId, runId, version);
  const isChanged = before !== null && whatItSays(before) !== whatItSays(publication);
  const edition = (before?.edition ?? 1) + Number(isChanged);
  db.transaction(() => stores.publications.put({ ...publication, edition }));
  return isChanged;
}

/** The placings and times. Names and metadata may change without a new edition. */
const whatItSays = ({ segments, malformed }: Published): string =>
  JSON.stringify([
    segments
      .map(({ segmentId, podium }) => [
        segmentId,
        podium.map(({ place, participantId, bib, placingTime }) => [
          place,
          participantId,
          bib ?? null,
          placingTime ?? null,
        ]),
      ])
      .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
    malformed,
  ]);

const nothingNew = (): Pick<PulledRun, "newVersions" | "changedVersions"> => ({
  newVersions: [],
  changedVersions: [],
});

function settled(
  { db, stores, ports }: SyncDeps,
  { eventId, runId }: RunQuestion,
  state: ResultsStateRecord["state"],
  currentVersion: number | null,
): PulledRun {
  const fetchedAtMs = ports.clock.now();
  const record = { eventId, runId, state, currentVersion, fetchedAtMs, failure: null };
  db.transaction(() => stores.publications.setState(record));
  return { ...nothingNew(), runId, state, failure: null };
}

/** Records the failure and keeps the known state; only `not-found` changes it, to `gone`. */
function failed(
  { db, stores, ports }: SyncDeps,
  { eventId, runId }: RunQuestion,
  failure: ResultsError,
): PulledRun {
  const before = stores.publications.state(eventId, runId);
  const state = failure === "not-found" ? "gone" : (before?.state ?? "failed");
  const fetchedAtMs = before?.fetchedAtMs ?? ports.clock.now();
  const currentVersion = before?.currentVersion ?? null;
  const record = { eventId, runId, state, currentVersion, fetchedAtMs, failure };
  db.transaction(() => stores.publications.setState(record));
  return { ...nothingNew(), runId, state, failure };
}
