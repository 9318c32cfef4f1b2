import type { OutboxEntry } from "#shared/contract/sync.ts";
import type { OutboxRecord } from "#core/db/stores/walk-ups/outbox-store.ts";
import type { SyncDeps } from "#core/sync/sync-deps.ts";
import type { SyncOutbox } from "#core/sync/sync-interface.ts";
import { asideReasonOf } from "./entry-facts.ts";
import type { Holds } from "./outbox-view.ts";
import { viewEntry } from "./outbox-view.ts";

/** Reads outbox entries as screens show them. */
export interface OutboxReader extends Pick<SyncOutbox, "list" | "get" | "detail"> {
  view(record: OutboxRecord): OutboxEntry;
}

export function createOutboxReader({ stores }: SyncDeps, holds: () => Holds): OutboxReader {
  const viewWith = (record: OutboxRecord, current: Holds): OutboxEntry => {
    const run = record.form === null ? null : stores.runs.get(record.form.eventRunId);
    return viewEntry(record, run, current, asideReasonOf(record, stores.journal));
  };
  const view = (record: OutboxRecord): OutboxEntry => viewWith(record, holds());

  return {
    view,
    list(question) {
      const current = holds();
      const { rows, total } = stores.outbox.list(question);
      return { entries: rows.map((record) => viewWith(record, current)), total };
    },
    get(outboxId) {
      const record = stores.outbox.get(outboxId);
      return record === null ? null : view(record);
    },
    detail(outboxId) {
      const record = stores.outbox.get(outboxId);
      if (record === null) return null;
      const attempts = stores.attempts.of(outboxId);
      return {
        entry: view(record),
        method: record.method,
        path: record.path,
        body: new TextDecoder().decode(record.body),
        idempotencyKey: record.idempotencyKey,
        attempts: attempts.map(({ atMs, tookMs, httpStatus, outcome, answer }) => ({
          atMs,
          tookMs,
          httpStatus,
          outcome,
          answer,
        })),
      };
    },
  };
}
