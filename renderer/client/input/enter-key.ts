/**
 * What does something of its own on Enter: also a small form inside a dialog, marked `data-enter="own"`. A folded list is
 * not among them: it opens on Space and the arrow keys. Neither is the line of a list that is chosen already: choosing it
 * again would do nothing.
 */
const owners =
  "textarea, [contenteditable=true], [data-enter=own], a[href], summary, [role=option], [role=menuitem], button, [role=button]";
const withoutOwn =
  "button[aria-haspopup=listbox]:not([aria-expanded=true]), button[aria-current=true]";

/** Whether Enter belongs to what has the focus. Everywhere else it means the yellow button. */
export function ownsEnter(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const owner = target.closest(owners);
  return owner !== null && !owner.matches(withoutOwn);
}
