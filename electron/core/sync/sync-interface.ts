import type { CreateEventBody } from "#shared/partner-api/event.ts";
import type { Connection } from "#shared/contract/connection.ts";
import type { DownloadStatus, pullErrors } from "#shared/contract/events.ts";
import type { OutboxEntry, SyncStatus } from "#shared/contract/sync.ts";
import type { WalkUpForm } from "#shared/contract/walk-up.ts";
import type { DeclaredErrorOf, OutputOf, ParsedInputOf } from "#shared/contract/index.ts";
import type { Err, Failure, Result } from "#shared/result.ts";
import type { EntryAuthor } from "#core/db/stores/journal/journal-store.ts";
import type { RegistrationRecord } from "#core/db/stores/runners/registration-store.ts";
import type { OutboxFilter, OutboxScope } from "#core/db/stores/walk-ups/outbox-store.ts";

/**
 * The interface of the sync module. The use cases (`core/services`) use only this interface.
 *
 * Functions marked **in a transaction** are synchronous and do not open a transaction themselves. The caller
 * calls them inside `db.transaction`, so that the journal entry and the outbox change commit together (W3).
 * After the commit the caller calls `outbox.wake()`.
 *
 * The use cases append `walk-up.saved` and `event.saved` to the journal. The sync module appends every later
 * journal entry about an outbox entry (`walk-up.edited`, `.taken-back`, `.sent`, `.confirmed`, `.refused`,
 * `.adopted`, `.paired`, the same kinds for events, `outbox.set-aside`, `outbox.released`, `outbox.decided`)
 * in the transaction of the change, and refreshes the projection of the subject in the same transaction.
 */
export interface Sync {
  readonly connection: SyncConnection;
  readonly downloads: SyncDownloads;
  readonly outbox: SyncOutbox;
  readonly organizer: SyncOrganizer;
  /** Connectivity, outbox and the time of the next attempt, in the shape of `sync.status`. */
  /** The counts are those of `scope`. */
  status(scope?: OutboxScope): SyncStatus;
  /** Checks connectivity and outbox now, because the computer woke up or its network changed (O12). */
  look(): void;
  /**
   * Reads the stored address and key, recovers entries that a crash left in `sending` (O3), starts the
   * scheduler.
   */
  open(): Promise<void>;
  /** Stops everything; requests in flight end as "outcome unknown". No callback runs afterwards. */
  close(): Promise<void>;
}

/** Why the partner API could not be reached. */
export type ConnectionCheckError = DeclaredErrorOf<"connection.check">;

/** Why a list could not be downloaded. */
export type PullError = (typeof pullErrors)[number];

export interface SyncConnection {
  /**
   * All fields of `connection.get` except the mode, which the workspace knows. Never returns the key (K1).
   */
  get(): Omit<Connection, "mode">;
  /** Sends `GET /organization`; stores nothing. */
  check(
    baseUrl: string,
    apiKey: string,
  ): Promise<Result<CheckedConnection, Failure<ConnectionCheckError>>>;
  /**
   * Checks address and key, stores them and starts to sync. Refuses the key of another organization while the
   * outbox has unsent entries (O9).
   */
  save(
    baseUrl: string,
    apiKey: string,
  ): Promise<
    Result<
      CheckedConnection,
      Failure<ConnectionCheckError | "other-organization" | "key-store-failed">
    >
  >;
  /** Like `save`, unless another key was given before this command runs: `isReplaced` is asked then. */
  saveUnless(
    isReplaced: () => boolean,
    baseUrl: string,
    apiKey: string,
  ): Promise<Awaited<ReturnType<SyncConnection["save"]>> | Err<Failure<"key-replaced">>>;
  /**
   * Deletes address and key. Refused while entries are unsent, unless `evenUnsent`; `details.unsent` is their number.
   */
  forget(options?: { readonly evenUnsent: boolean }): Promise<Result<null, Failure<"unsent">>>;
}

export type CheckedConnection = OutputOf<"connection.check">;

export interface SyncDownloads {
  /**
   * Reads every page of the organization's series and events (D1, D2). If one list fails, the other is still
   * read (D7).
   */
  refreshEvents(): Promise<Result<OutputOf<"event.refresh">, Failure<PullError>>>;
  /**
   * Starts, resumes or repeats the downloads and returns at once. `not-found`: an event is not in the
   * database.
   */
  start(
    eventIds: readonly string[],
  ): Result<DownloadStatus[], Failure<"not-connected" | "held-as-copy" | "not-found">>;
  /** Stops at once, also a request that has no answer yet; the saved pages are kept. */
  cancel(eventId: string): Result<DownloadStatus, Failure<"not-found">>;
  /** The download status of one event; `absent` if the event was never downloaded. */
  statusOf(eventId: string): DownloadStatus;
  /** The status of every event that is downloaded or being downloaded. */
  status(): DownloadStatus[];
  /** Registrations that are in the replica but were not in the last complete pass, by id (D3). */
  unseen(eventId: string, limit: number): Promise<readonly RegistrationRecord[]>;
  /**
   * Applies a person's decision about the unseen registrations (D3): remove them, as after any pass, or keep
   * them until the next complete pass. `wrong-state`: no decision is pending, or a download is running.
   */
  settleUnseen(
    eventId: string,
    decision: "take-off" | "keep",
  ): Promise<Result<DownloadStatus, Failure<"not-found" | "wrong-state">>>;
}

/** `not-found`: the organizer has no such resource, or has deleted it. */
export type ResultsError = PullError | "not-found";

export interface ResultsQuestion {
  readonly eventId: string;
  readonly runIds: readonly string[];
}

/** The outcome of one run's request for official results. */
export type PulledRun = OutputOf<"results.refresh">["runs"][number] & {
  readonly failure: ResultsError | null;
};

/** When the list of collections was last read, and what became of the last request. */
export type CollectionsState = Pick<OutputOf<"collection.list">, "state" | "fetchedAtMs">;

/**
 * The organizer's other data: awards, results, series, collections. All of it is stored in the replica; a
 * failed request deletes nothing.
 */
export interface SyncOrganizer {
  refreshAwards(eventId: string): Promise<Result<null, Failure<ResultsError>>>;
  /**
   * Reads every version that is not stored yet (P6). Fails as a whole if every run would fail for the same
   * reason.
   */
  refreshResults(
    question: ResultsQuestion,
  ): Promise<Result<{ readonly runs: PulledRun[] }, Failure<PullError>>>;
  /** The id of the series with this slug; null if no series has it. */
  findSeries(slug: string): Promise<Result<string | null, Failure<PullError>>>;
  /** Reads the list of collections; with a slug, reads that collection and its events. */
  refreshCollections(
    slug?: string,
  ): Promise<
    Result<{ readonly collections: number; readonly events: number }, Failure<ResultsError>>
  >;
  collectionsState(): CollectionsState;
  /** Cancels requests that wait because the API rate-limits this key (O6). */
  stopWaiting(): void;
}

export interface NewWalkUp {
  readonly eventId: string;
  /** The local id of the walk-up (`w_…`). The id never changes (W2). */
  readonly runnerId: string;
  /** Already validated against the API's rules (W1); exactly these fields become the request body. */
  readonly form: WalkUpForm;
  readonly author: EntryAuthor;
  readonly request?: RequestIds;
}

/** Ids of a request that derive from its command, so that any hub makes the same request of it (M9). */
export interface RequestIds {
  readonly outboxId: string;
  readonly key: string;
}

export interface NewEvent {
  /** The local id of the event (`e_…`). It stays an alias of the organizer's id. */
  readonly subject: string;
  /** Already validated against the API's rules (W1). */
  readonly body: CreateEventBody;
  readonly author: EntryAuthor;
  readonly request?: RequestIds;
}

type EntryError = "not-found" | "wrong-state";

export interface SyncOutbox {
  /**
   * Freezes the body, generates the idempotency key and saves the outbox entry (W3). **In a transaction**,
   * and before the use case appends `walk-up.saved`, which carries the id of the outbox entry.
   */
  enqueueWalkUp(walkUp: NewWalkUp): OutboxEntry;
  /** The same for `POST /events`. **In a transaction.** */
  enqueueEvent(event: NewEvent): OutboxEntry;
  /**
   * Replaces the entry of an edited or corrected walk-up by a linked successor with a new body and a new key
   * (W3). **In a transaction.**
   *
   * - `must-reconcile`: the walk-up may have arrived; call `reconcile` first (outside any transaction), then
   *   call this again.
   * - `already-confirmed`: the organizer has the walk-up; it can only be retracted.
   */
  replaceWalkUp(change: {
    readonly runnerId: string;
    readonly form: WalkUpForm;
    /** The bib that the notes of the form tell; null: none. */
    readonly bib: string | null;
    readonly author: EntryAuthor;
  }): Result<OutboxEntry, Failure<EntryError | "must-reconcile" | "already-confirmed">>;
  /** The same for a local event; its subject is the local id. **In a transaction.** */
  replaceEvent(
    change: NewEvent,
  ): Result<OutboxEntry, Failure<EntryError | "must-reconcile" | "already-confirmed">>;
  /**
   * Retracts a walk-up or a local event, as far as its delivery certainty allows (W3). **In a transaction.**
   */
  retract(change: {
    readonly subject: string;
    readonly reason?: string | undefined;
    readonly author: EntryAuthor;
  }): Result<{ readonly askOrganizer: boolean }, Failure<EntryError | "must-reconcile">>;
  /**
   * Undoes `retract`: the entry gets its earlier state. An entry that may have been sent is reconciled (W6).
   * **In a transaction.**
   */
  restore(subject: string, author: EntryAuthor): Result<OutboxEntry, Failure<EntryError>>;
  /**
   * Finds out whether an entry that may have been sent has arrived (O10): reads all registrations of the
   * event. A single unclaimed match is adopted; otherwise the entry waits for a person. Opens its own
   * transactions.
   */
  reconcile(outboxId: string): Promise<Result<OutboxEntry, Failure<EntryError | PullError>>>;
  /** Keeps the entry unsent until a person puts it back (O13). **In a transaction.** */
  setAside(
    outboxId: string,
    author: EntryAuthor,
    reason?: string,
  ): Result<OutboxEntry, Failure<EntryError>>;
  /** Gives an entry that was set aside its earlier state (O13). **In a transaction.** */
  requeue(outboxId: string, author: EntryAuthor): Result<OutboxEntry, Failure<EntryError>>;
  /**
   * Sends the same bytes again (O13). `must-reconcile`: call `reconcile` first (outside any transaction),
   * then call this again with `isReconciled`. **In a transaction.**
   */
  sendAgain(
    outboxId: string,
    author: EntryAuthor,
    isReconciled: boolean,
  ): Result<OutboxEntry, Failure<EntryError | "must-reconcile">>;
  /** Applies a person's decision (O10). **In a transaction.** */
  decide(
    outboxId: string,
    decision: OutboxDecision,
    author: EntryAuthor,
  ): Result<OutboxEntry, Failure<EntryError>>;
  /**
   * Makes every waiting entry due now; with an id, only that entry, even if it needs attention or is set
   * aside (O12). **In a transaction.** `not-connected`: no key is stored.
   */
  tryNow(
    author: EntryAuthor,
    outboxId?: string,
  ): Result<null, Failure<EntryError | "not-connected">>;
  /** Stops sending until `resume`; survives a restart. **In a transaction.** */
  pause(): void;
  /** **In a transaction.** */
  resume(): void;
  /**
   * Confirms that this cloned database is the one to continue with (S5); does nothing if no clone is held.
   * **In a transaction.**
   */
  confirmCopy(author: EntryAuthor, commandId: string): void;
  /**
   * Updates the outbox from an imported journal (J9, O10). A subject without an outbox entry gets one: in
   * doubt, unless the journal says "confirmed". An entry that this computer never sent takes the outcome that
   * the imported journal records, if the computer that made the entry recorded it. Returns how many entries
   * are new and not done, or newly in doubt. Also runs at each start. **In a transaction.**
   *
   * `about`: the subjects whose outbox entries follow; all if it is absent. `fresh`: the subjects of entries that came from
   * a paired database just now. Only these get an entry, and a request of theirs that nobody sent is sent as if it were
   * made here (M9). `rest`: whether the paired database may send more of its journal; then such a request waits a minute
   * at most for `releaseRest`.
   */
  followJournal(
    about?: ReadonlySet<string> | "all",
    fresh?: ReadonlySet<string>,
    rest?: JournalRest,
  ): number;
  /**
   * Lets the requests of these devices be sent, whose whole journal is here now. Returns how many. Call `wake` after the
   * commit. **In a transaction.**
   */
  releaseRest(isWhole: (device: string) => boolean): number;
  /**
   * Puts every entry that waits in doubt, after this database became the hub (M10) or left its hub (M9).
   * **In a transaction.**
   */
  doubtUnsettled(scope?: DoubtScope): void;
  /**
   * Starts the scheduler's next round: after a commit that changed the outbox, or when connectivity may have
   * changed.
   */
  wake(): void;
  /** Outbox entries: first those that need attention, then by save time. */
  list(question: OutboxQuestion): { readonly entries: OutboxEntry[]; readonly total: number };
  get(outboxId: string): OutboxEntry | null;
  /** One entry with its exact body, its idempotency key and every attempt. */
  detail(outboxId: string): OutputOf<"outbox.get"> | null;
}

/** Whether a doubt is in the journal, where other computers follow it, or counts in this database only. */
export type DoubtScope = "everywhere" | "here";

/** Whether a paired database may send more of the journal that a request is in. */
export type JournalRest = "here" | "follows";

/** `ask`: the entries about which a person must ask the organizer (W3, M10), all of them. */
export type OutboxQuestion = Omit<OutboxFilter, "show"> & {
  readonly show: OutboxFilter["show"] | "ask";
};

export type OutboxDecision = ParsedInputOf<"outbox.decide">["decision"];
