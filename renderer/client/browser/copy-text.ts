/** Puts a text on the clipboard. False where the browser refuses: a page on plain http, as on a tablet, has no clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
