const storageKey = "chute.token";
const sessionKey = "chute.owner-session";
const fragmentKey = "token=";

/** Where this window keeps what lets it in. */
export interface TokenStore {
  read(): string | null;
  /** Keeps the token of a paired device, also after the browser was closed. */
  keep(token: string): void;
  /** Forgets what `read` gave; what it gives next may still be good. */
  remove(): void;
  /** The owner's token, in the tab that was opened with it. */
  readonly owner: OwnerTab;
}

/** What a tab with the owner's token does for the browser's other tabs. */
export interface OwnerTab {
  token(): string | null;
  /** The session that the other tabs use; null while there is none. */
  session(): string | null;
  keepSession(session: string): void;
}

/** What of a browser the token needs. */
export interface TokenPlace {
  readonly session: Storage;
  readonly local: Storage;
  readonly location: Pick<Location, "hash" | "pathname" | "search">;
  readonly history: Pick<History, "replaceState">;
}

/**
 * The owner's token comes once, in the address's fragment: it is taken out of the address (so that it is neither
 * bookmarked nor photographed) and kept for this tab only. The browser's other tabs, and the address opened again, use a
 * session it was exchanged for: that one is worthless once the station is closed, whoever listens on its port then. A
 * paired device's token is kept until it is refused: a tablet's browser is closed by the system whenever it likes.
 */
export function createTokenStore({ session, local, location, history }: TokenPlace): TokenStore {
  const fragment = location.hash.replace(/^#/, "");
  if (fragment.startsWith(fragmentKey)) {
    session.setItem(storageKey, decodeURIComponent(fragment.slice(fragmentKey.length)));
    history.replaceState(null, "", location.pathname + location.search);
  }
  const places = [
    [session, storageKey],
    [local, sessionKey],
    [local, storageKey],
  ] as const;
  return {
    read() {
      for (const [storage, key] of places) {
        const kept = storage.getItem(key);
        if (kept !== null) return kept;
      }
      return null;
    },
    keep: (token) => local.setItem(storageKey, token),
    remove() {
      const place = places.find(([storage, key]) => storage.getItem(key) !== null);
      place?.[0].removeItem(place[1]);
    },
    owner: {
      token: () => session.getItem(storageKey),
      session: () => local.getItem(sessionKey),
      keepSession: (kept) => local.setItem(sessionKey, kept),
    },
  };
}
