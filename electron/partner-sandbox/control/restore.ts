import type { SandboxContext } from "#sandbox/context.ts";
import type { CommittedPost } from "./state-file.ts";
import { addEvent, addRegistration, emptyEvent } from "#sandbox/store.ts";

/** Repeats the effects of the POSTs of earlier runs, and restores their keys and answers. */
export function restorePosts(context: SandboxContext, posts: readonly CommittedPost[]): void {
  for (const { credential, key, fingerprint, status, body, created } of posts) {
    context.idempotency.restore(credential, key, fingerprint, { status, body });
    if (created !== undefined) addCreated(context, created, key);
  }
}

/** Adds the object that a POST with this idempotency key created. */
export function addCreated(
  { store, createdPosts }: SandboxContext,
  created: NonNullable<CommittedPost["created"]>,
  idempotencyKey: string,
): void {
  createdPosts.push({ ...created, idempotencyKey });
  if ("event" in created) {
    store.made.events += 1;
    addEvent(store, emptyEvent(created.event));
    return;
  }
  store.made.registrations += 1;
  const found = store.runsById.get(created.registration.eventRunId);
  if (found !== undefined) addRegistration(found.event, found.run, created.registration);
}
