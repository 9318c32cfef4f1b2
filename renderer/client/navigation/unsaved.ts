/** Functions that tell whether their part of the screen holds unsaved input. */
const holders = new Set<() => boolean>();

/** Asks a person before the window closes while `hasUnsaved` returns true. The returned function ends that. */
export function guardUnsaved(hasUnsaved: () => boolean): () => void {
  holders.add(hasUnsaved);
  return () => void holders.delete(hasUnsaved);
}

/** Whether closing this window would lose input. */
export const hasUnsaved = (): boolean => [...holders].some((holds) => holds());

/** Makes the browser or the desktop ask before a window with unsaved input closes. */
export function askBeforeUnload(target: Pick<Window, "addEventListener">): void {
  target.addEventListener("beforeunload", (event) => {
    if (hasUnsaved()) event.preventDefault();
  });
}
