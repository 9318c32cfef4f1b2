/** Best effort: a storage that is full or forbidden keeps nothing. Some browsers throw already when it is accessed. */
export function storedText(key: string, store: () => Storage = () => sessionStorage) {
  return {
    read(): string | null {
      try {
        return store().getItem(key);
      } catch {
        return null;
      }
    },
    write(text: string | null) {
      try {
        if (text === null) store().removeItem(key);
        else store().setItem(key, text);
      } catch {
        return;
      }
    },
  };
}

/** A text in the browser's storage; in the session storage it survives a reload, but not the window. */
export type StoredText = ReturnType<typeof storedText>;

/**
 * What the browser does not store, because its storage is full or forbidden, stays in this page until the page is loaded
 * again.
 */
export function heldStorage(store: () => Storage): HeldStorage {
  const held = new Map<string, string>();
  return {
    getItem: (key) => held.get(key) ?? storedText(key, store).read(),
    setItem(key, text) {
      const stored = storedText(key, store);
      stored.write(text);
      if (stored.read() === text) held.delete(key);
      else held.set(key, text);
    },
    removeItem(key) {
      held.delete(key);
      storedText(key, store).write(null);
    },
  };
}

export type HeldStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The keys of the access to the station and of the theme. A wipe keeps them, because they name nobody. */
export const keptKeys = {
  ownerSession: "chute.owner-session",
  device: "chute.device",
  otherDevice: "chute.other-device",
  theme: "chute.theme",
} as const;

/** Removes from this browser what people typed and chose, after a wipe (K4). Best effort, as every storage. */
export function clearStoredTexts(): void {
  const kept = new Set<string>(Object.values(keptKeys));
  for (const storage of [() => sessionStorage, () => localStorage]) {
    try {
      for (const key of Object.keys(storage())) {
        if (!kept.has(key)) storage().removeItem(key);
      }
    } catch {
      continue;
    }
  }
}
