import { z } from "zod";
import type { CopyNote, EventRow } from "#shared/contract/events.ts";
import { copyNoteSchema, digestSchema } from "#shared/contract/events.ts";
import type { ParsedInputOf } from "#shared/contract/index.ts";
import { compareText } from "#shared/domain/basics/compare-text.ts";
import { err, ok } from "#shared/result.ts";
import type { EventRecord } from "#core/db/stores/event-stores.ts";
import type { LocalEventRecord } from "#core/db/stores/walk-ups/local-event-store.ts";
import type { DeskContext } from "#core/services/context.ts";
import { seriesOfKey } from "#core/services/results/series-view.ts";
import { eventDetail, eventRows, localEventDetail } from "./event-view.ts";
import type { AsyncUseCase, Command, UseCase } from "#core/services/use-case.ts";
import { bindCommands, bindUseCases, noEvent } from "#core/services/use-case.ts";

/** More names than a person reads before deciding. */
const maxUnseen = 500;

/** The fields that were counted in the pass of the digest; the rest is read on each request (B3, D5). */
const digestBodySchema = digestSchema.pick({
  added: true,
  changed: true,
  gone: true,
  changedFields: true,
});

export const createEventService = (context: DeskContext) => ({
  ...bindCommands(context, ["events"], { "event.setTimeZone": setTimeZone }),
  ...bindCommands(context, ["digest", "roster"], { "digest.acknowledge": acknowledge }),
  ...bindUseCases(context, {
    "event.list": listEvents,

    "event.refresh": ({ commands, sync }, { commandId }) =>
      commands.wait("event.refresh", { commandId }, () => sync.downloads.refreshEvents()),

    "event.get": (context, { eventId }) => {
      const { stores } = context;
      const made = stores.localEvents.get(eventId);
      const event = stores.events.get(made?.eventId ?? eventId);
      if (event !== null) return ok(eventDetail(context, event));
      return made === null ? noEvent() : ok(localEventDetail(context, made));
    },

    "event.open": openEvent,

    "download.start": ({ commands, sync }, input) =>
      commands.wait("download.start", input, () => {
        const started = sync.downloads.start(input.eventIds);
        return started.ok ? ok({ downloads: started.value }) : started;
      }),

    "download.cancel": ({ commands, sync }, input) =>
      commands.wait("download.cancel", input, () => sync.downloads.cancel(input.eventId)),

    "download.status": ({ sync }, { eventId }) =>
      ok({
        downloads:
          eventId === undefined ? sync.downloads.status() : [sync.downloads.statusOf(eventId)],
      }),

    "download.unseen": listUnseen,

    "download.settleUnseen": ({ commands, sync }, input) =>
      commands.wait("download.settleUnseen", input, () =>
        sync.downloads.settleUnseen(input.eventId, input.decision),
      ),

    "digest.get": readDigest,

    "time.get": ({ ports }) => ok({ atMs: ports.clock.now() }),
  }),
});

const listEvents: UseCase<"event.list"> = (context, filter, caller) => {
  const { stores, settings } = context;
  const listed = stores.downloads.get("", "events");
  const rows = eventRows(context);
  // An event that the organizer's list no longer has cannot be downloaded (D3). What is of this computer stays.
  const isOffered = (row: EventRow, { gone }: EventRecord): boolean =>
    !gone ||
    row.madeAs !== null ||
    row.download.state !== "absent" ||
    row.id === settings.currentEventId();
  const known = stores.events.list(filter).flatMap((event) => {
    const row = rows.ofReplica(event);
    return isOffered(row, event) ? [row] : [];
  });
  const made = stores.localEvents
    .all()
    .filter((each) => isLocalOnly(context, each))
    .map(rows.ofLocal)
    .filter((row) => passes(row, filter));
  // A paired device sees only the open event (S10).
  const isShown = (row: { readonly id: string }): boolean =>
    caller.role === "owner" || row.id === settings.currentEventId();
  return ok({
    events: [...known, ...made].filter(isShown).toSorted(compareRows),
    series: seriesOfKey(stores).map(({ id, name, status }) => ({ id, name, status })),
    listedAtMs: listed?.completedAtMs ?? null,
    notes: readNotes(listed?.notes ?? []),
  });
};

/** What changes at paired devices when another event is opened. */
export const openEventTopics = ["settings", "events", "outbox", "sync"] as const;

const openEvent: UseCase<"event.open"> = (context, input) => {
  const { stores, commands, settings, feed } = context;
  const { eventId } = input;
  if (eventId !== null && stores.events.get(eventId) === null) return noEvent();
  const reply = commands.save("event.open", input, () => {
    settings.setCurrentEventId(eventId);
    return ok({ eventId });
  });
  // A paired device sees the lists of the open event alone (S10).
  if (reply.ok) for (const topic of openEventTopics) feed.publish(topic);
  return reply;
};

const setTimeZone: Command<"event.setTimeZone"> = (context, input, command) => {
  const { stores } = context;
  const { eventId } = input;
  if (stores.events.get(eventId) === null) return noEvent();
  const timeZone = readTimeZone(input.timeZone);
  if (timeZone === null) return err("unknown-time-zone", "There is no such time zone");
  stores.journal.append({
    kind: "time-zone.set",
    payload: { timeZone },
    subject: eventId,
    ...command,
  });
  stores.events.setAskedTimeZone(eventId, timeZone);
  return ok({ timeZone });
};

const listUnseen: AsyncUseCase<"download.unseen"> = async ({ stores, sync }, { eventId }) => {
  if (stores.events.get(eventId) === null) return noEvent();
  const rows = await sync.downloads.unseen(eventId, maxUnseen);
  const label = new Map(stores.runs.ofEvent(eventId).map((run) => [run.id, run.label]));
  return ok({
    runners: rows.map((row) => {
      const runnerId = stores.walkUps.byRegistration(row.id)?.localId ?? row.id;
      const { name, email, bib, runId } = row;
      const entry = stores.runners.get(eventId, runnerId)?.checkInEntry ?? null;
      return {
        runnerId,
        name,
        email,
        bib,
        runLabel: label.get(runId) ?? runId,
        isCheckedIn: entry !== null,
      };
    }),
  });
};

const readDigest: UseCase<"digest.get"> = ({ stores }, { eventId }) => {
  const latest = stores.digests.latest(eventId);
  if (latest === null) return ok({ digest: null });
  const { atMs, sinceMs } = latest;
  return ok({
    digest: {
      ...digestBodySchema.parse(latest.body),
      eventId,
      atMs,
      sinceMs,
      bibDrift: stores.runCounts.differingBibs(eventId),
      cancelledAfterCheckIn: stores.digests.attention(eventId),
    },
  });
};

const acknowledge: Command<"digest.acknowledge"> = (context, input, command) => {
  const { stores } = context;
  const { eventId, runnerId } = input;
  const seen = stores.digests.attention(eventId).find((one) => one.runnerId === runnerId);
  if (seen === undefined) return err("not-found", "Nobody by this id needs attention");
  const entry = stores.journal.append({
    kind: "digest.acknowledged",
    payload: { status: seen.status },
    subject: runnerId,
    ...command,
  });
  return ok({ acknowledgedAtMs: entry.wallAtMs });
};

/** Parses stored notes; a note of a later version is dropped, because there is no text for it. */
const readNotes = (notes: readonly unknown[]): CopyNote[] =>
  notes.flatMap((note) => {
    const read = z.safeParse(copyNoteSchema, note);
    return read.success ? [read.data] : [];
  });

/**
 * A local event that is not at the organizer, or not downloaded yet. A retracted event without the
 * organizer's id is no event.
 */
const isLocalOnly = ({ stores }: DeskContext, { eventId, takenBack }: LocalEventRecord): boolean =>
  eventId === null ? !takenBack : stores.events.get(eventId) === null;

/** Applies the event filter to rows that are not in the replica. */
function passes(row: EventRow, filter: ParsedInputOf<"event.list">): boolean {
  const { type, seriesId, dateFrom, text } = filter;
  const wanted = text?.trim().toLocaleLowerCase() ?? "";
  return (
    (type === undefined || row.type === type) &&
    (seriesId === undefined || row.seriesId === seriesId) &&
    (dateFrom === undefined || row.date >= dateFrom) &&
    `${row.name}\n${row.place ?? ""}`.toLocaleLowerCase().includes(wanted)
  );
}

const compareRows = (one: EventRow, other: EventRow): number =>
  compareText(one.date, other.date) ||
  compareText(one.name, other.name) ||
  compareText(one.id, other.id);

/**
 * The canonical name of a time zone; null if unknown. UTC offsets are rejected, because daylight saving time
 * changes them.
 */
function readTimeZone(typed: string): string | null {
  const name = typed.trim();
  if (name === "" || /^[+-]/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
