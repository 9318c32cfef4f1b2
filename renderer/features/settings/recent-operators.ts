const storageKey = "chute.operators";
const most = 4;

/** Who worked at this screen lately, latest first: names only, on this device only. */
export function readShifts(storage: Pick<Storage, "getItem">): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

export function rememberShift(storage: Pick<Storage, "getItem" | "setItem">, name: string): void {
  if (name === "") return;
  const others = readShifts(storage).filter((known) => known !== name);
  storage.setItem(storageKey, JSON.stringify([name, ...others].slice(0, most)));
}
