/** A field that holds text, as it was before something was typed into it. */
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

/** A field's text and selection; null when no text is being edited there. */
export function readText(field: EventTarget | null): TextBefore | null {
  if (!isTextField(field) || field.readOnly || field.disabled) return null;
  return { field, value: field.value, start: field.selectionStart, end: field.selectionEnd };
}

/** Makes the field what it was, and tells its owner as if a person had done it. */
export function restoreText({ field, value, start, end }: TextBefore): void {
  if (!field.isConnected || field.value === value) return;
  // The prototype's own setter: React shadows it on the element and would not notice the change.
  const prototype: object =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  const property = Object.getOwnPropertyDescriptor(prototype, "value");
  property?.set?.call(field, value);
  if (start !== null && end !== null) field.setSelectionRange(start, end);
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "historyUndo" }));
}

/** Types characters where the focus is: listeners hear the key, and a text field gets the character. */
export function typeText(characters: string): void {
  for (const key of characters) {
    const target = document.activeElement ?? document.body;
    const isFree = target.dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
    );
    // The one way to type so that undo, the caret and maxlength behave as for a real key.
    if (isFree && isTextField(document.activeElement))
      document.execCommand("insertText", false, key);
  }
}
