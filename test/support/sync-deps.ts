import type { SyncDeps } from "#core/sync/sync-deps.ts";

/** What a desk alone gives the sync module: it sends itself, is no clone, and has no search index to fill. */
export const deskAlone = {
  indexSome: () => false,
  maySend: () => true,
  hubDevices: () => new Set<string>(),
  clonedFolder: { found: null, accept: () => undefined },
  holdsCopies: true,
  waitForCheckpoint: () => Promise.resolve(),
  closing: new AbortController().signal,
} satisfies Partial<SyncDeps>;
