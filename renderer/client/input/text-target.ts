/** The state of a text field before something was typed into it. */
export interface TextBefore {
  readonly field: HTMLInputElement | HTMLTextAreaElement;
  readonly value: string;
  readonly start: number | null;
  readonly end: number | null;
}

const isTextField = (element: unknown): element is HTMLInputElement | HTMLTextAreaElement =>
  (element instanceof HTMLInputElement && typesText(element.type)) ||
  element instanceof HTMLTextAreaElement;

const typesText = (type: string): boolean =>
  !["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"].includes(
    type,
  );

/** The text and selection of a field; null if the element is no editable text field. */
export function readText(field: EventTarget | null): TextBefore | null {
  if (!isTextField(field) || field.readOnly || field.disabled) return null;
  return { field, value: field.value, start: field.selectionStart, end: field.selectionEnd };
}

/** Restores a field and dispatches the event of an undo, so that React notices the change. */
export function restoreText({ field, value, start, end }: TextBefore): void {
  if (!field.isConnected || field.value === value) return;
  // React shadows `value` on the element to track it, so the prototype's setter is used.
  const prototype: object =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  const property = Object.getOwnPropertyDescriptor(prototype, "value");
  property?.set?.call(field, value);
  if (start !== null && end !== null) field.setSelectionRange(start, end);
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "historyUndo" }));
}

/** Types characters into the focused element: listeners get a key press, and a text field gets the character. */
export function typeText(characters: string): void {
  for (const key of characters) {
    const target = document.activeElement ?? document.body;
    const isFree = target.dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
    );
    // Only with execCommand do undo, the caret and maxlength behave as for a real key.
    if (isFree && isTextField(document.activeElement))
      document.execCommand("insertText", false, key);
  }
}
