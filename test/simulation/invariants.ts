import { verifyJournal } from "#core/db/worker/verify-journal.ts";
import { verifyProjections } from "#core/db/worker/verify-projections.ts";
import type { BookCheck } from "./check-books.ts";
import { createBookCheck } from "./check-books.ts";
import type { CopyCheck } from "./check-copies.ts";
import { createCopyCheck } from "./check-copies.ts";
import { createKeyCheck } from "./check-keys.ts";
import type { OrderCheck } from "./check-orders.ts";
import { createQueueCheck } from "./check-queue.ts";
import { createServerCheck } from "./check-server.ts";
import { must } from "./violation.ts";
import type { World } from "./world.ts";

/** What must be true of a world whenever it holds its breath. */
export interface Invariants {
  readonly books: BookCheck;
  readonly copies: CopyCheck;
  /** After every step; false where the program died over it. */
  check(): Promise<boolean>;
  /** What costs more: every fifty steps, after every start and at the end. */
  checkAll(): void;
}

export function createInvariants(
  world: World,
  orders: OrderCheck,
  eventIds: readonly string[],
): Invariants {
  const { api, computer, time, network } = world;
  const books = createBookCheck();
  const copies = createCopyCheck(api, eventIds);
  const server = createServerCheck(api);
  const queue = createQueueCheck();
  const checkFiles = createKeyCheck(api);

  return {
    books,
    copies,
    async check() {
      const { reader } = computer.run;
      books.check(reader);
      server.check(books.entries, books.facts);
      orders.check(reader, api.mainEventId);
      copies.check(reader, time.elapsedMs);
      return await computer.spare(async () => {
        const listed = await world.ask("outbox.list", { show: "open", limit: 1000 });
        const status = await world.ask("sync.status", {});
        if (listed === null || status === null) return false;
        must(listed.ok && status.ok, "The queue cannot be shown");
        queue.check(listed.value.entries, status.value, {
          elapsedMs: time.elapsedMs,
          deskNowMs: time.deskNow(),
          inFlight: network.inFlight,
        });
        return true;
      });
    },
    checkAll() {
      const { reader, folder } = computer.run;
      books.checkAll(reader);
      server.check(books.entries, books.facts);
      orders.checkAll(reader);
      const { brokenAt } = verifyJournal(reader);
      must(brokenAt.length === 0, `J6 the chain is broken at ${JSON.stringify(brokenAt[0])}`);
      const { differences, examples } = verifyProjections(reader);
      must(differences === 0, `J5 ${differences} rows differ from their rebuild: ${examples[0]}`);
      checkFiles(folder);
    },
  };
}
