const storageKey = "chute.token";
const fragmentKey = "token=";

/** Where this window keeps what lets it in. */
export interface TokenStore {
  read(): string | null;
  /** Keeps the token of a paired device, also after the browser was closed. */
  keep(token: string): void;
  remove(): void;
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
 * bookmarked nor photographed) and kept for this tab only. A paired device's token is kept until it is refused: a
 * tablet's browser is closed by the system whenever it likes.
 */
export function createTokenStore({ session, local, location, history }: TokenPlace): TokenStore {
  const fragment = location.hash.replace(/^#/, "");
  if (fragment.startsWith(fragmentKey)) {
    session.setItem(storageKey, decodeURIComponent(fragment.slice(fragmentKey.length)));
    history.replaceState(null, "", location.pathname + location.search);
  }
  return {
    read: () => session.getItem(storageKey) ?? local.getItem(storageKey),
    keep: (token) => local.setItem(storageKey, token),
    remove() {
      if (session.getItem(storageKey) === null) local.removeItem(storageKey);
      session.removeItem(storageKey);
    },
  };
}
