import type { CreateEventBody } from "#shared/partner-api/event.ts";
import type { Connection, OrganizationSummary } from "#shared/contract/connection.ts";
import type { DownloadStatus } from "#shared/contract/events.ts";
import type { OutboxEntry, SyncStatus } from "#shared/contract/sync.ts";
import type { WalkUpForm } from "#shared/contract/walk-up.ts";
import type { z } from "zod";
import type { attemptSchema } from "#shared/contract/sync.ts";
import type { Failure, Result } from "#shared/result.ts";
import type { RegistrationRecord } from "#core/db/stores/runners/registration-store.ts";
import type { OutboxQuestion } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { ResultsStateRecord } from "../db/stores/publication-store.ts";

/**
 * What the desk may ask of synchronization. The desk knows nothing else of it.
 *
 * Functions marked **in a transaction** are synchronous, write without opening a transaction of their own, and are to be
 * called inside `db.transaction`, so that a person's fact and what it means for the queue commit together (W3). After
 * the commit the caller calls `outbox.wake()`.
 *
 * Who writes the journal: the desk writes `walk-up.saved` and `event.saved`; everything that happens to an entry
 * afterwards (`walk-up.edited`, `.taken-back`, `.sent`, `.confirmed`, `.refused`, `.adopted`, `.paired`, their like for
 * events, `outbox.set-aside`, `outbox.released`, `outbox.decided`) is written here, in the transaction of the change,
 * and the projection of its subject is refreshed with it.
 */
export interface Sync {
  readonly connection: SyncConnection;
  readonly downloads: SyncDownloads;
  readonly outbox: SyncOutbox;
  readonly organizer: SyncOrganizer;
  /** The line, the queue and what happens next, in the shape of `sync.status`. */
  status(): SyncStatus;
  /** The computer woke up, or its network changed: line and queue are looked at now (O12). */
  look(): void;
  /** Reads the stored address and key, recovers entries that were being sent (O3), starts to work. */
  open(): Promise<void>;
  /** Stops everything; what is on the wire is given up as "outcome unknown". Nothing is called back afterwards. */
  close(): Promise<void>;
}

/** Who did it, as the journal keeps it (J3). */
export interface SyncActor {
  readonly operator: string;
  readonly desk: string;
}

/** Why the partner API could not be asked; the codes of `connection.check`. */
export type ReachError =
  | "insecure-address"
  | "wrong-address"
  | "wrong-key"
  | "no-line"
  | "not-json"
  | "not-the-api"
  | "rate-limited"
  | "server-error";

/** Why a list could not be pulled; the codes of `event.refresh`. */
export type PullError =
  | "not-connected"
  | "held-as-copy"
  | "no-line"
  | "key-refused"
  | "forbidden"
  | "rate-limited"
  | "server-error"
  | "not-the-api"
  | "invalid-filter";

export interface SyncConnection {
  /** Everything of `connection.get` but the mode, which the workspace knows. Never the key (K1). */
  get(): Omit<Connection, "mode">;
  /** Asks `GET /organization`; stores nothing. */
  check(baseUrl: string, apiKey: string): Promise<Result<CheckedConnection, Failure<ReachError>>>;
  /**
   * Checks, then keeps address and key and goes to work. Another organization's key is refused while anything is
   * unsent (O9).
   */
  save(
    baseUrl: string,
    apiKey: string,
  ): Promise<
    Result<CheckedConnection, Failure<ReachError | "other-organization" | "key-store-failed">>
  >;
  /** Forgets address and key. Refused while anything is unsent; `details.unsent` counts. */
  forget(): Promise<Result<null, Failure<"unsent">>>;
}

export interface CheckedConnection {
  readonly organization: OrganizationSummary;
  /** This computer's clock minus the server's (J7). */
  readonly clockDriftMs: number | null;
}

export interface EventFilter {
  readonly type?: string | undefined;
  readonly seriesId?: string | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
}

export interface SyncDownloads {
  /** Every page of the organization's series and events (D1, D2). One failing list does not stop the other (D7). */
  refreshEvents(
    filter: EventFilter,
  ): Promise<Result<{ events: number; malformed: number; complete: boolean }, Failure<PullError>>>;
  /** Starts, resumes or repeats; returns at once. `not-found` for an event that this computer never heard of. */
  start(
    eventIds: readonly string[],
  ): Result<DownloadStatus[], Failure<"not-connected" | "held-as-copy" | "not-found">>;
  /** Stops after the page at hand; what came stays. */
  cancel(eventId: string): Result<DownloadStatus, Failure<"not-found">>;
  /** One event's copy; `absent` when it was never downloaded. */
  statusOf(eventId: string): DownloadStatus;
  /** Every copy this computer has or is getting. */
  status(): DownloadStatus[];
  /** The registrations that the last complete pass did not bring and that are still here, by id (D3). */
  unseen(eventId: string, limit: number): Promise<readonly RegistrationRecord[]>;
  /**
   * A person's word on the unseen registrations (D3): they are taken off the list as after any pass, or they stay until the
   * next complete pass. `wrong-state`: nothing waits for such a word, or a download is under way.
   */
  settleUnseen(
    eventId: string,
    decision: "take-off" | "keep",
  ): Promise<Result<DownloadStatus, Failure<"not-found" | "wrong-state">>>;
}

/** `not-found`: the organizer has no such thing, or none any more. */
export type ResultsError = PullError | "not-found";

export interface ResultsQuestion {
  readonly eventId: string;
  readonly runIds: readonly string[];
  /** One segment of the current version alone. */
  readonly segmentId?: string | undefined;
}

/** What came of asking for one run's official results. */
export interface PulledRun {
  readonly runId: string;
  readonly state: "never" | ResultsStateRecord["state"];
  /** In their order. */
  readonly newVersions: readonly number[];
  /** Known ones that say something else than before. */
  readonly changedVersions: readonly number[];
  readonly failure: ResultsError | null;
}

export interface CollectionsState {
  /** `forbidden`: the key lacks the scope. */
  readonly state: "never" | "read" | "forbidden" | "failed";
  /** When the list was last read; null if never. */
  readonly readAtMs: number | null;
}

/** What else the organizer has. Everything is read into the copy; nothing that is kept is lost by a failure. */
export interface SyncOrganizer {
  refreshAwards(eventId: string): Promise<Result<null, Failure<ResultsError>>>;
  /** Every version that is not here yet (P6). Fails as a whole where every run would fail alike. */
  refreshResults(
    question: ResultsQuestion,
  ): Promise<Result<{ readonly runs: readonly PulledRun[] }, Failure<PullError>>>;
  /** The id of the series with this slug; null when there is none. */
  findSeries(slug: string): Promise<Result<string | null, Failure<PullError>>>;
  /** The collections; with a slug that one and its events. */
  refreshCollections(
    slug?: string,
  ): Promise<
    Result<{ readonly collections: number; readonly events: number }, Failure<ResultsError>>
  >;
  collectionsState(): CollectionsState;
  /** Ends what waits because the API asked for patience (O6). */
  stopWaiting(): void;
}

export interface NewWalkUp {
  readonly eventId: string;
  /** The local id of the walk-up (`w_…`), its name for ever (W2). */
  readonly runnerId: string;
  /** Already checked against the API's rules (W1); these very fields become the body. */
  readonly form: WalkUpForm;
  readonly actor: SyncActor;
}

export interface NewEvent {
  /** The local id of the event (`e_…`), an alias of the organizer's id for ever. */
  readonly subject: string;
  /** Already checked against the API's rules (W1). */
  readonly body: CreateEventBody;
  readonly actor: SyncActor;
}

type EntryError = "not-found" | "wrong-state";

export interface SyncOutbox {
  /**
   * Freezes the body, mints the key, saves the entry (W3). **In a transaction**, and before the desk appends
   * `walk-up.saved`, which carries the entry's id.
   */
  enqueueWalkUp(walkUp: NewWalkUp): OutboxEntry;
  /** The same for `POST /events`. **In a transaction.** */
  enqueueEvent(event: NewEvent): OutboxEntry;
  /**
   * An edited or mended walk-up: a linked successor with new bytes and a new key takes its place (W3). **In a
   * transaction.**
   *
   * - `must-reconcile`: it may have arrived; call `reconcile` first (outside any transaction), then again.
   * - `already-confirmed`: the organizer has it; it can only be taken back.
   */
  replaceWalkUp(change: {
    readonly runnerId: string;
    readonly form: WalkUpForm;
    readonly actor: SyncActor;
  }): Result<OutboxEntry, Failure<EntryError | "must-reconcile" | "already-confirmed">>;
  /** The same for an event made here; its subject is the local id. **In a transaction.** */
  replaceEvent(
    change: NewEvent,
  ): Result<OutboxEntry, Failure<EntryError | "must-reconcile" | "already-confirmed">>;
  /** Takes a walk-up or a made event back as far as its certainty allows (W3). **In a transaction.** */
  takeBack(change: {
    readonly subject: string;
    readonly reason?: string | undefined;
    readonly actor: SyncActor;
  }): Result<{ readonly askOrganizer: boolean }, Failure<EntryError | "must-reconcile">>;
  /** Undoes `takeBack`: the entry is again what it was, and one in doubt is looked for (W6). **In a transaction.** */
  restore(subject: string, actor: SyncActor): Result<OutboxEntry, Failure<EntryError>>;
  /**
   * Finds out whether an entry that may have arrived is there (O10): lists the event's registrations completely. One
   * unclaimed match is adopted, else the entry waits for a person. Opens its own transactions.
   */
  reconcile(outboxId: string): Promise<Result<OutboxEntry, Failure<EntryError | PullError>>>;
  /** Kept unsent until a person puts it back (O13). **In a transaction.** */
  setAside(
    outboxId: string,
    actor: SyncActor,
    reason?: string,
  ): Result<OutboxEntry, Failure<EntryError>>;
  /** An entry that was set aside is again what it was before (O13). **In a transaction.** */
  putBack(outboxId: string, actor: SyncActor): Result<OutboxEntry, Failure<EntryError>>;
  /**
   * The same bytes once more (O13). `must-reconcile`: call `reconcile` first (outside any transaction), then again with
   * `looked`. **In a transaction.**
   */
  sendAgain(
    outboxId: string,
    actor: SyncActor,
    looked: boolean,
  ): Result<OutboxEntry, Failure<EntryError | "must-reconcile">>;
  /** A person's decision (O10). **In a transaction.** */
  decide(
    outboxId: string,
    decision: OutboxDecision,
    actor: SyncActor,
  ): Result<OutboxEntry, Failure<EntryError>>;
  /**
   * Everything that waits is due now; with an id, that entry, also one that was parked or set aside (O12). **In a
   * transaction.** `not-connected` when there is no key.
   */
  tryNow(actor: SyncActor, outboxId?: string): Result<null, Failure<EntryError | "not-connected">>;
  /** Sends nothing until resumed; outlives a restart. **In a transaction.** */
  pause(): void;
  /** **In a transaction.** */
  resume(): void;
  /** This copy of the database is the one to go on with (S5); nothing where none is held. **In a transaction.** */
  confirmCopy(actor: SyncActor, commandId: string): void;
  /**
   * After a journal was brought back: what it tells of and the queue does not know gets an entry, in doubt unless it was
   * confirmed; what the queue holds and nobody sent from here ends as the journal tells (J9, O10). Returns how many new
   * ones are not done. Each start does it by itself. **In a transaction.**
   */
  takeUp(): number;
  /** After a commit that touched the queue, or on connectivity. */
  wake(): void;
  /** The queue: those who need somebody first, then in the order they were saved. */
  list(question: OutboxQuestion): { readonly entries: OutboxEntry[]; readonly total: number };
  get(outboxId: string): OutboxEntry | null;
  /** One entry with the very bytes, its key and every attempt. */
  detail(outboxId: string): OutboxDetail | null;
}

export type OutboxDecision =
  | { readonly kind: "adopt"; readonly registrationId: string }
  | { readonly kind: "send-again" }
  | { readonly kind: "take-back"; readonly reason?: string | undefined };

export interface OutboxDetail {
  readonly entry: OutboxEntry;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly idempotencyKey: string;
  readonly attempts: z.infer<typeof attemptSchema>[];
}
