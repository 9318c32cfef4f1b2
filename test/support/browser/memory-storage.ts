/** A storage of a browser: its own keys are those of the stored texts. */
export const memoryStorage = (): Storage =>
  Object.create({
    getItem(key: string) {
      return Object.hasOwn(this, key) ? (this as Record<string, unknown>)[key] : null;
    },
    setItem(key: string, text: string) {
      (this as Record<string, unknown>)[key] = text;
    },
    removeItem(key: string) {
      delete (this as Record<string, unknown>)[key];
    },
  }) as Storage;
