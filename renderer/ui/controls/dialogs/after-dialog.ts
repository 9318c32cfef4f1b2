/** A dialog that closes gives the focus back in the next frame. What takes the focus then opens after that. */
export function afterDialog(open: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(open));
}
