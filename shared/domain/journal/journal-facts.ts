import type { JsonObject } from "./canonical-json.ts";
import type { EntryId } from "#shared/domain/basics/ids.ts";

/** What was typed for a walk-up, in the partner API's field names. */
export interface WalkUpForm {
  readonly eventRunId: string;
  readonly email: string;
  readonly name?: string | undefined;
  readonly registrationType: string;
  readonly status?: string | undefined;
  readonly paceGroup?: string | undefined;
  readonly notes?: string | undefined;
}

/** What was typed for a new event, in the partner API's field names. */
export interface EventForm {
  readonly name: string;
  readonly slug?: string | undefined;
  readonly type: string;
  readonly date: string;
  readonly seriesId?: string | undefined;
  readonly endDate?: string | undefined;
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  readonly address?: JsonObject | undefined;
  readonly lat?: number | undefined;
  readonly lng?: number | undefined;
  readonly description?: string | undefined;
  readonly websiteUrl?: string | undefined;
  readonly registrationUrl?: string | undefined;
}

/** A line of a podium sheet as it was typed; the order of the lines is the claim (P1). */
export interface SheetSlot {
  readonly bib: string;
  /** Null for a bib that nobody here had. */
  readonly runnerId: string | null;
  /** Shares the place of the line above. */
  readonly tie: boolean;
  /** With colons; earlier versions wrote it as typed, digits alone being seconds (P2). */
  readonly time: string | null;
}

/**
 * What people did here, by kind. `subject` is a runner unless said otherwise. An `undoes` voids the entry it names: a
 * projection then reads as if that entry had never been written. Any payload may also have `byDevice`, the id of the paired
 * device that made the entry (S10), and `seen`, the id of the latest entry of each other computer about its subject that its
 * writer had seen (J10); the journal adds both.
 */
export interface FactPayloads {
  /** `redoes` names the undo entry whose check-in is done again (C10). */
  "check-in.made": { readonly reason?: string; readonly redoes?: EntryId };
  "check-in.undone": { readonly undoes: EntryId; readonly reason?: string };
  /** The subject holds `bib` from now on; `previousBib` is what it held, for the history. */
  "bib.given": {
    readonly bib: string;
    readonly previousBib: string | null;
    readonly reason?: string;
    readonly redoes?: EntryId;
  };
  /** After the swap the subject holds `bib` and the other subject holds `otherBib`; null is no bib. */
  "bib.swapped": {
    readonly bib: string | null;
    readonly otherBib: string | null;
    readonly redoes?: EntryId;
  };
  /**
   * Voids a `bib.given` or `bib.swapped`; the bibs are what both hold afterwards, for the history. It names the same
   * subject and other subject as the entry it voids: each side's projection reads only what names it.
   */
  "bib.undone": {
    readonly undoes: EntryId;
    readonly bib: string | null;
    readonly otherBib?: string | null;
    readonly reason?: string;
  };
  /** How the runner's name is said, for the announcer (P7); an empty text takes it away. */
  "pronunciation.set": { readonly text: string };
  "walk-up.saved": { readonly form: WalkUpForm; readonly bib?: string; readonly outboxId: string };
  /** `successorOf` is the outbox entry that `outboxId` takes the place of. */
  "walk-up.edited": {
    readonly form: WalkUpForm;
    readonly outboxId: string;
    readonly successorOf: string;
  };
  "walk-up.taken-back": { readonly reason?: string; readonly askOrganizer: boolean };
  /** Voids a `walk-up.taken-back`: a person undid the retraction (W6). */
  "walk-up.restored": { readonly undoes: EntryId };
  /**
   * It may have arrived: no definite answer came, or a crash cut it short. A definite first answer is told by its own kind
   * alone. `credential` is the fingerprint of the key.
   */
  "walk-up.sent": { readonly outboxId: string; readonly credential: string };
  "walk-up.confirmed": { readonly outboxId: string; readonly participantId: string };
  "walk-up.refused": {
    readonly outboxId: string;
    readonly httpStatus: number;
    readonly code: string | null;
    readonly message: string;
  };
  "walk-up.adopted": {
    readonly outboxId: string;
    readonly registrationId: string;
    readonly by: "reconcile" | "person";
  };
  /** A downloaded registration that looks like this walk-up whose reply was lost (W2); provisional. */
  "walk-up.paired": { readonly registrationId: string };
  "outbox.set-aside": { readonly outboxId: string; readonly reason?: string };
  "outbox.released": { readonly outboxId: string };
  "outbox.decided": {
    readonly outboxId: string;
    readonly decision: string;
    readonly reason?: string;
  };
  /** This copy of the database is the one to go on with (S5); why it was held, and since when. The subject is `database`. */
  "copy.confirmed": { readonly why: string; readonly foundAtMs: number };
  /** A person saw that this runner was cancelled after check-in (D5); `status` is what they saw. */
  "digest.acknowledged": { readonly status: string };
  /** The subject is the event (D8). */
  "time-zone.set": { readonly timeZone: string };
  /** An event made here; the subject of `event.*` is its local id (`e_…`). */
  "event.saved": { readonly form: EventForm; readonly outboxId: string };
  "event.edited": {
    readonly form: EventForm;
    readonly outboxId: string;
    readonly successorOf: string;
  };
  "event.taken-back": { readonly reason?: string; readonly askOrganizer: boolean };
  "event.sent": { readonly outboxId: string; readonly credential: string };
  "event.confirmed": { readonly outboxId: string; readonly eventId: string };
  "event.refused": {
    readonly outboxId: string;
    readonly httpStatus: number;
    readonly code: string | null;
    readonly message: string;
  };
  "event.adopted": {
    readonly outboxId: string;
    readonly eventId: string;
    readonly by: "reconcile" | "person";
  };
  /** A segment was added, or its label, depth and clock were declared (P2, P3). The subject is `segmentSubject`. */
  "segment.saved": {
    readonly runId: string;
    readonly segmentId: string;
    readonly label: string;
    readonly depth: number;
    readonly clock: string;
  };
  "segment.removed": { readonly runId: string; readonly segmentId: string };
  /** Segments of one group may not share a winner (P4). The subject is `groupsSubject`. */
  "group.saved": { readonly runId: string; readonly groups: readonly (readonly string[])[] };
  /**
   * A segment's whole sheet. `follows` are the sheets whoever typed it had seen, which it takes the place of; a sheet
   * that no other follows is still there (J4).
   */
  "podium.entered": {
    readonly runId: string;
    readonly segmentId: string;
    readonly slots: readonly SheetSlot[];
    readonly follows: readonly string[];
    readonly source: string;
    readonly reason?: string;
  };
  /** `sheet` is the `podium.entered` that was announced, over so many open warnings (P5). */
  "podium.announced": {
    readonly runId: string;
    readonly segmentId: string;
    readonly sheet: string;
    readonly openWarnings: number;
    /** Award places and clock as they were read out; what is declared later is a change (P5). */
    readonly depth: number | null;
    readonly clock: string;
  };
  /**
   * A time or a bib of the finish log, where it stands and what it says; the subject is `finishSubject`, the last put
   * that stands is in force. `list` is `stamps` or `bibs`, `at` the order key. A stamp with `atMs` null is a finish that nobody pressed for, a bib of
   * null a finisher nobody could read.
   */
  "finish.put": {
    readonly list: string;
    readonly id: string;
    readonly at: string;
    readonly atMs: number | null;
    readonly bib: string | null;
    /** Whom a person named, where several have the bib (B2). */
    readonly runnerId?: string | null;
    /** What was done, for the words: `stamp`, `bib`, `gap`, `time`, `move`, `change`, `settle`. */
    readonly action: string;
  };
  "finish.removed": { readonly list: string; readonly id: string };
  /** Voids a `finish.*` or `gun.set`; it names the same subject. */
  "finish.undone": { readonly undoes: EntryId };
  /** When a run was started; null takes it back. The subject is `gunSubject`. */
  "gun.set": { readonly runId: string; readonly atMs: number | null };
}

export type FactKind = keyof FactPayloads;

/** One thing a person did, typed by its kind. */
export type Fact = {
  [Kind in FactKind]: { readonly kind: Kind; readonly payload: FactPayloads[Kind] };
}[FactKind];
