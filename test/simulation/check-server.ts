import type { SandboxApi } from "#sandbox/api.ts";
import type { SeenEntry, SeenFact } from "./look.ts";
import { must } from "./violation.ts";

/** What the organizer has, beside what was sent from here. */
export interface ServerCheck {
  check(entries: readonly SeenEntry[], facts: ReadonlyMap<string, SeenFact>): void;
  /** The mark that every order made by the simulator carries in its text. */
  markOf(text: string): string | null;
}

interface Created {
  readonly id: string;
  readonly key: string;
  readonly mark: string;
}

const markOf = (text: string): string | null => /sim-\d+-\d+/.exec(text)?.[0] ?? null;

/**
 * At most one registration or event for what somebody saved once, and one more for each decision of a person that
 * may have made one; and nothing is there that was not written down here first (O1–O3, O10).
 */
export function createServerCheck(api: SandboxApi): ServerCheck {
  const created: Created[] = [];
  const { createdPosts } = api.context;

  const readNew = (): number => {
    const before = created.length;
    for (const post of createdPosts.slice(before)) {
      const mark = markOf(JSON.stringify(post));
      const id = "event" in post ? post.event._id : post.registration._id;
      must(mark !== null, `The organizer has ${id}, which nobody here saved`);
      created.push({ id, key: post.idempotencyKey, mark });
    }
    return created.length - before;
  };

  return {
    markOf,
    check(entries, facts) {
      if (readNew() === 0) return;
      const byKey = new Map(entries.map((entry) => [entry.key, entry]));
      const counts = new Map<string, number>();
      for (const { mark } of created) counts.set(mark, (counts.get(mark) ?? 0) + 1);
      for (const { id, key, mark } of created) {
        const count = counts.get(mark) ?? 0;
        if (count > 1) {
          const allowed = 1 + decisionsOn(mark, entries, facts);
          must(count <= allowed, `O10 ${count} for ${mark}, ${allowed} at most`);
        }
        must(byKey.has(key), `O3 ${id} came under the key ${key} that is not written down here`);
      }
    },
  };
}

/** Decisions of a person that may each have made one more. */
function decisionsOn(
  mark: string,
  entries: readonly SeenEntry[],
  facts: ReadonlyMap<string, SeenFact>,
): number {
  const own = new Map(
    entries.filter(({ body }) => markOf(body) === mark).map((entry) => [entry.id, entry]),
  );
  let decisions = 0;
  for (const { kind, payload } of facts.values()) {
    if (kind === "outbox.decided" && payload.includes("send-again")) {
      const { outboxId } = JSON.parse(payload) as { readonly outboxId: string };
      if (own.has(outboxId)) decisions += 1;
    } else if (kind === "walk-up.edited" || kind === "event.edited") {
      const { successorOf } = JSON.parse(payload) as { readonly successorOf: string };
      if (own.get(successorOf)?.everMaybe === 1) decisions += 1;
    }
  }
  return decisions;
}
