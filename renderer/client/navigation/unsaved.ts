/** Each says whether something was typed or pressed that is in this window alone. */
const holders = new Set<() => boolean>();

/** Has a person asked before the window goes while `hasUnsaved` says so. Returns how to stop. */
export function guardUnsaved(hasUnsaved: () => boolean): () => void {
  holders.add(hasUnsaved);
  return () => void holders.delete(hasUnsaved);
}

/** Whether anything would be lost with this window. */
export const hasUnsaved = (): boolean => [...holders].some((holds) => holds());

/** The browser's question, or the desktop's, before such a window goes. */
export function askBeforeUnload(target: Pick<Window, "addEventListener">): void {
  target.addEventListener("beforeunload", (event) => {
    if (hasUnsaved()) event.preventDefault();
  });
}
