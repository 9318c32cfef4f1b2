import type { FinishPage, LogHolder, LogSide as Side } from "#shared/contract/finish-log.ts";
import type { FactPayloads } from "#shared/domain/journal/journal-facts.ts";
import { compareEntries } from "#shared/domain/journal/journal.ts";
import { compareText } from "#shared/domain/basics/compare-text.ts";
import { entryIdOf } from "#shared/domain/basics/ids.ts";
import { projectFinishItem } from "#shared/domain/finish-log/finish-log.ts";
import type { LogHold, LogHolding, LogSide } from "#shared/domain/finish-log/log-holder.ts";
import { finishLogSubject, logSides } from "#shared/domain/finish-log/log-holder.ts";
import type { Failure, Result } from "#shared/result.ts";
import { err, ok } from "#shared/result.ts";
import type { DeskCommand, FinishLineContext, Stored } from "#core/services/context.ts";
import { computerName } from "#core/services/desks/computer-name.ts";
import { readRole } from "#core/services/desks/desks-role.ts";
import type { Command } from "#core/services/use-case.ts";
import { noEvent } from "#core/services/use-case.ts";
import { countFinish } from "./finish-page.ts";

type Desk = Pick<FinishLineContext, "stores" | "settings">;

/**
 * The hold under which this computer writes the event's log (M13). Among several databases the first one that writes
 * holds the log; a computer that is alone writes without a hold (null). Call it in a transaction.
 */
export function claimLog(
  desk: Desk,
  claim: DeskCommand,
): Result<string | null, Failure<"held-elsewhere">> {
  const { stores, settings } = desk;
  const { holder } = stores.holds.holding(claim.eventId);
  if (holder === null) {
    if (readRole(stores).role === "alone") return ok(null);
    const { device } = stores.journal;
    const first = { device, name: settings.get().desk, follows: null, why: "first" } as const;
    return ok(appendHold(desk, claim, first));
  }
  if (holder.device === stores.journal.device) return ok(holder.entryId);
  const { operator, atMs } = holder;
  return err("held-elsewhere", "Another computer holds the finish log", {
    details: { holder: { name: computerName(desk, holder), operator, atMs } },
  });
}

function appendHold(
  { stores }: Stored,
  claim: DeskCommand,
  hold: Omit<FactPayloads["finish-log.held"], "known">,
): string {
  const { eventId } = claim;
  const entry = stores.journal.append({
    kind: "finish-log.held",
    payload: { ...hold, known: stores.holds.known(eventId) },
    subject: finishLogSubject(eventId),
    ...claim,
  });
  stores.finishLine.refreshFor([entry]);
  return entryIdOf(entry);
}

/** This computer writes the log from now on. A conflict that nobody settled stays one. */
export const takeOverLog: Command<"finish.takeOver", FinishLineContext> = (
  context,
  input,
  command,
) => {
  const { stores, settings } = context;
  const { eventId } = input;
  if (stores.events.get(eventId) === null) return noEvent();
  const { holder } = stores.holds.holding(eventId);
  const { device } = stores.journal;
  if (holder?.device !== device) {
    const name = settings.get().desk;
    const follows = holder?.entryId ?? null;
    const why = holder === null ? "first" : "taken-over";
    appendHold(context, command, { device, name, follows, why });
  }
  return ok(viewHolding(context, eventId));
};

/** A person chooses which of two logs counts; the other one stays in the journal. */
export const chooseSide: Command<"finish.chooseSide", FinishLineContext> = (
  context,
  input,
  command,
) => {
  const { eventId, hold } = input;
  return keepSide(context, command, hold)
    ? ok(viewHolding(context, eventId))
    : err("not-found", "There is no such side any more");
};

/** Chooses the side with this hold; false if there is none any more. Call it in a transaction. */
export function keepSide(desk: Stored, claim: DeskCommand, hold: string): boolean {
  const side = readSides(desk, claim.eventId).find((one) => one.hold.entryId === hold);
  if (side === undefined) return false;
  const { device, name, entryId: follows } = side.hold;
  appendHold(desk, claim, { device, name, follows, why: "settled" });
  return true;
}

/** The sides between which a person must choose, the one in force first; empty without a conflict. */
export const readSides = (desk: Stored, eventId: string): LogSide[] =>
  sidesOf(desk, eventId, desk.stores.holds.holding(eventId));

const sidesOf = ({ stores }: Stored, eventId: string, holding: LogHolding): LogSide[] =>
  holding.holds.size === 0 ? [] : logSides(holding, stores.holds.setAside(eventId, holding));

/** Who holds the log, and the sides between which a person must choose. */
export function viewHolding(desk: Desk, eventId: string): Pick<FinishPage, "holder" | "sides"> {
  const { stores } = desk;
  const holding = stores.holds.holding(eventId);
  const { holder } = holding;
  const viewOf = (hold: LogHold): LogHolder => {
    const { operator, atMs } = holding.writtenSince(hold);
    return {
      name: computerName(desk, hold),
      operator,
      atMs,
      isThis: hold.device === stores.journal.device,
    };
  };
  return {
    holder: holder === null ? null : viewOf(holder),
    sides: sidesOf(desk, eventId, holding).map((side) => ({
      ...viewOf(side.hold),
      hold: side.hold.entryId,
      isInForce: side.isInForce,
      ...measureSide(desk, eventId, side),
    })),
  };
}

/** The numbers of all times and bibs of the side in force; of another side those that the log lacks, and which they are. */
export function measureSide(
  desk: Stored,
  eventId: string,
  side: LogSide,
): Pick<Side, "stamps" | "bibs" | "lacking"> {
  const lacking = lackingOf(side);
  const { times, bibs } = lacking;
  const counted = side.isInForce
    ? countFinish(desk, eventId)
    : { stamps: times.length, bibs: bibs.length };
  return { ...counted, lacking };
}

/** The times and bibs that count only if a person chooses this side, so that a person can type them by hand too. */
function lackingOf({ entries }: LogSide): Side["lacking"] {
  const inOrder = entries.toSorted(compareEntries);
  const items = [...Map.groupBy(inOrder, ({ subject }) => subject).values()]
    .flatMap((ofItem) => projectFinishItem(ofItem) ?? [])
    .toSorted((a, b) => compareText(a.at, b.at) || compareText(a.id, b.id));
  return {
    times: items.flatMap(({ list, atMs }) => (list === "stamps" ? [atMs] : [])),
    bibs: items.flatMap(({ list, bib }) => (list === "bibs" ? [bib] : [])),
  };
}
