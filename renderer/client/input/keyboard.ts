/** Whether this desk has a keyboard and a mouse. On a tablet, focusing a field would open the on-screen keyboard. */
export const hasKeyboard = (): boolean => matchMedia("(hover: hover) and (pointer: fine)").matches;

/** The dialog that was opened last; undefined without one. An open list inside a dialog is a dialog too. */
export const topDialog = (): Element | undefined =>
  [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1);

/** Keys of a screen do nothing while a dialog is open. */
export const isDialogOpen = (): boolean => topDialog() !== undefined;

/** Elements with an action of their own on Enter. `data-enter="own"` marks a small form inside a dialog, and filters. */
const enterOwners =
  "textarea, [contenteditable=true], [data-enter=own], a[href], summary, [role=option], [role=menuitem], button, [role=button]";
/** Exceptions: a closed list opens on Space and the arrow keys, and choosing the chosen line again has no effect. */
const withoutEnter =
  "button[aria-haspopup=listbox]:not([aria-expanded=true]), button[aria-current=true]";

/** Whether the focused element uses Enter itself. Everywhere else Enter presses the yellow button. */
export function ownsEnter(target: EventTarget | null): boolean {
  const owner = target instanceof Element ? target.closest(enterOwners) : null;
  if (owner === null) return false;
  return !owner.matches(withoutEnter) || owner.closest("[data-enter=own]") !== null;
}

/** Ctrl, ⌘ or Alt is held. AltGr is none of them, because it types characters. */
export const hasModifier = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph");

export const typesCharacter = (event: KeyboardEvent): boolean =>
  !hasModifier(event) && [...event.key].length === 1;
