import { beginsEmail, isEmail } from "#shared/domain/registrations/email-address.ts";

/** Fields that a person must change: text fields, groups of React Aria, and empty required fields. */
const marks = '[aria-invalid="true"], [data-invalid], input:invalid, textarea:invalid';

/** The element of a marked group that gets the focus: the chosen option, else the first, else the button of a list. */
const focusable = [
  "input:checked:not([disabled])",
  "input:not([disabled])",
  "textarea:not([disabled])",
  "button:not([disabled])",
];

/** The first field of a form with an error, in reading order; null without errors. */
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

const isUnfinishedEmail = ({ inputMode, value }: HTMLInputElement): boolean =>
  inputMode === "email" && beginsEmail(value) && !isEmail(value);

/**
 * Moves the focus to the first error of a form and selects its text; false without errors, or while the form is inert. An
 * unfinished e-mail address is continued, so its caret moves to the end.
 */
export function focusFirstError(form: Element): boolean {
  const field = findFirstError(form);
  if (field === null) return false;
  field.focus();
  if (field.ownerDocument.activeElement !== field) return false;
  field.scrollIntoView({ block: "nearest" });
  if (field instanceof HTMLInputElement && isUnfinishedEmail(field)) {
    field.setSelectionRange(field.value.length, field.value.length);
  } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    field.select();
  return true;
}
