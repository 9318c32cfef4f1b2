/** A text that this window keeps until it is closed, also over a reload. */
export interface StoredText {
  read(): string | null;
  write(text: string | null): void;
}

/** A store that is full or forbidden, which some browsers say at the first touch, keeps nothing. */
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
