import type { Result } from "#shared/result.ts";
import type { ProcedureName } from "#shared/contract/index.ts";
import { verifyJournal } from "#core/db/worker/verify-journal.ts";
import { verifyProjections } from "#core/db/worker/verify-projections.ts";
import { isHubProcedure } from "#core/services/desks/through-hub.ts";
import type { BookCheck } from "../check-books.ts";
import { createBookCheck } from "../check-books.ts";
import { createKeyCheck } from "../check-keys.ts";
import type { OrderCheck } from "../check-orders.ts";
import { aboutOf, createOrderCheck } from "../check-orders.ts";
import type { QueueCheck } from "../check-queue.ts";
import { createQueueCheck } from "../check-queue.ts";
import { createServerCheck } from "../check-server.ts";
import type { SeenEntry, SeenFact } from "../look.ts";
import { deviceOf } from "../look.ts";
import type { Order } from "../orders.ts";
import { must } from "../violation.ts";
import type { Place, Venue } from "./venue.ts";

/** What must be true of three computers whenever they hold their breath. */
export interface VenueChecks {
  hear(place: Place, order: Order, reply: Result<unknown>): void;
  lose(place: Place, order: Order): void;
  /** A number that "next free" answered at a place (M12). */
  hearNextBib(place: Place, bib: string): void;
  /** Its program was ended: who sends is asked anew. */
  forget(place: Place): void;
  /** After every step; false where a program died over it. */
  check(): Promise<boolean>;
  /** What costs more: after every start and at the end. */
  checkAll(place: Place): void;
  booksOf(place: Place): BookCheck;
  /** Orders that were acknowledged, by their id: each must be in every journal at the end. */
  readonly acknowledged: ReadonlyMap<string, Acknowledged>;
}

export interface Acknowledged {
  readonly name: ProcedureName;
  /** The entry that its reply is about; null if its entries carry the order's id. */
  readonly about: { readonly kind: string; readonly id: string } | null;
}

/** Orders that write an entry of their own whenever they are performed. */
const journalled: ReadonlySet<ProcedureName> = new Set([
  "checkIn.perform",
  "checkIn.undo",
  "bib.assign",
  "bib.swap",
  "walkUp.save",
  "outbox.correct",
  "walkUp.retract",
  "podium.enter",
  "podium.announce",
  "finish.stamp",
  "finish.bib",
]);

interface Watched {
  readonly books: BookCheck;
  readonly orders: OrderCheck;
  queue: QueueCheck;
  /** Whether it was nobody's turn to send at the last look, and how much was sent by then. */
  nobodySends: { readonly sent: number } | null;
}

export function createVenueChecks(venue: Venue): VenueChecks {
  const { api } = venue;
  const server = createServerCheck(api);
  const checkKeys = createKeyCheck(api);
  const watched = new Map<Place, Watched>();
  const acknowledged = new Map<string, Acknowledged>();
  /** The journal device that handed a number out. */
  const bibs = new Map<string, string>();
  let created = 0;

  const watch = (place: Place): Watched => {
    const known = watched.get(place);
    if (known !== undefined) return known;
    const made: Watched = {
      books: createBookCheck(),
      orders: createOrderCheck(),
      queue: createQueueCheck(),
      nobodySends: null,
    };
    watched.set(place, made);
    return made;
  };

  const checkServer = (): void => {
    const { length } = api.context.createdPosts;
    if (length === created) return;
    created = length;
    const all = venue.places.map((place) => watch(place).books);
    server.check(unionOf(all), factsOf(all));
  };

  /** Who sends tries what is due (O12); who was told that nobody sends does not (M10). */
  const checkSending = async (place: Place): Promise<boolean> => {
    const { world } = place;
    const own = watch(place);
    const desks = await world.ask("desks.get", {});
    const status = await world.ask("sync.status", {});
    const listed = await world.ask("outbox.list", { show: "open", limit: 1000 });
    if (desks === null || status === null || listed === null) return false;
    must(desks.ok && status.ok && listed.ok, "The queue cannot be shown");
    const { who } = desks.value.sender;
    if (who === "this" && desks.value.role !== "full") {
      own.queue.check(listed.value.entries, status.value, {
        elapsedMs: world.time.elapsedMs,
        deskNowMs: world.time.deskNow(),
        inFlight: world.network.inFlight,
      });
    } else own.queue = createQueueCheck();
    const before = own.nobodySends?.sent ?? place.sent;
    must(who !== "nobody" || place.sent === before, `M10 ${place.name} sends and nobody may`);
    own.nobodySends = who === "nobody" ? { sent: place.sent } : null;
    return true;
  };

  return {
    acknowledged,
    booksOf: (place) => watch(place).books,
    hear(place, order, reply) {
      const { orders } = watch(place);
      // What the hub performs is in its journal first.
      if (!reply.ok || !isHubProcedure(order.name)) {
        orders.hear(place.world.computer.run.reader, order, reply);
      }
      if (reply.ok && journalled.has(order.name)) {
        const about = aboutOf(order.name, reply.value);
        acknowledged.set(order.input.commandId, { name: order.name, about });
      }
    },
    lose: (place, order) => watch(place).orders.lose(order),
    hearNextBib(place, bib) {
      // A clone that takes the place of its original has its range as well.
      const desk = deviceOf(place.world.computer.run.reader);
      const other = bibs.get(bib) ?? desk;
      must(other === desk, `M12 ${bib} is the next free bib at ${place.name}, and was elsewhere`);
      bibs.set(bib, desk);
    },
    forget(place) {
      watch(place).nobodySends = null;
      watch(place).queue = createQueueCheck();
    },
    async check() {
      for (const place of venue.places) {
        const { computer } = place.world;
        if (!computer.isOn) continue;
        const { books, orders } = watch(place);
        books.check(computer.run.reader);
        // The entries of the others may have undone any check-in.
        orders.merge();
        orders.check(computer.run.reader, api.mainEventId);
        if (!(await computer.spare(() => checkSending(place)))) return false;
      }
      checkServer();
      return true;
    },
    checkAll(place) {
      const { reader, folder } = place.world.computer.run;
      const { books, orders } = watch(place);
      books.checkAll(reader);
      orders.checkAll(reader);
      const { brokenAt } = verifyJournal(reader);
      must(brokenAt.length === 0, `J6 the chain is broken at ${JSON.stringify(brokenAt[0])}`);
      const { differences, examples } = verifyProjections(reader);
      must(differences === 0, `J5 ${differences} rows differ from their rebuild: ${examples[0]}`);
      checkKeys(folder);
    },
  };
}

/** Each entry of the outbox once; in doubt if any computer is. */
function unionOf(all: readonly BookCheck[]): SeenEntry[] {
  const union = new Map<string, SeenEntry>();
  for (const entry of all.flatMap(({ entries }) => entries)) {
    const known = union.get(entry.id);
    if (known === undefined || entry.everMaybe > known.everMaybe) union.set(entry.id, entry);
  }
  return [...union.values()];
}

function factsOf(all: readonly BookCheck[]): Map<string, SeenFact> {
  const union = new Map<string, SeenFact>();
  for (const { facts } of all) for (const [identity, fact] of facts) union.set(identity, fact);
  return union;
}
