/** Marks of a field that a person has to change: our own fields', React Aria's groups', and empty needed ones. */
const marks = '[aria-invalid="true"], [data-invalid], input:invalid, textarea:invalid';

/** What of a marked group takes the focus: the chosen option, else the first one, else the folded list's button. */
const focusable = [
  "input:checked:not([disabled])",
  "input:not([disabled])",
  "textarea:not([disabled])",
  "button:not([disabled])",
];

/** The first field of a form that has an error, in reading order; null where none has. */
function findFirstError(form: Element): HTMLElement | null {
  for (const marked of form.querySelectorAll<HTMLElement>(marks)) {
    const isHidden = marked.closest("[aria-hidden=true]") !== null || !marked.checkVisibility();
    if (isHidden || marked.matches(":disabled")) continue;
    if (marked.matches("input, textarea, button")) return marked;
    for (const selector of focusable) {
      const inner = marked.querySelector<HTMLElement>(selector);
      if (inner !== null) return inner;
    }
  }
  return null;
}

/** Moves the focus to a form's first error and selects its text; false where no field has an error. */
export function focusFirstError(form: Element): boolean {
  const field = findFirstError(form);
  if (field === null) return false;
  field.focus();
  field.scrollIntoView({ block: "nearest" });
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
  return true;
}
