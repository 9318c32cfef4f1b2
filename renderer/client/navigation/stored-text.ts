/** A text in the browser's storage; in the session storage it survives a reload, but not the window. */
export interface StoredText {
  read(): string | null;
  write(text: string | null): void;
}

/** Best effort: a storage that is full or forbidden keeps nothing. Some browsers throw already when it is accessed. */
export function storedText(key: string, store: () => Storage = () => sessionStorage): StoredText {
  return {
    read() {
      try {
        return store().getItem(key);
      } catch {
        return null;
      }
    },
    write(text) {
      try {
        if (text === null) store().removeItem(key);
        else store().setItem(key, text);
      } catch {
        return;
      }
    },
  };
}
