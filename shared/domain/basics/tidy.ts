/** Typed text in Unicode's composed form, without spaces around it; undefined if nothing is left. */
export function tidyText(text: string | undefined): string | undefined {
  const tidied = text?.normalize("NFC").trim();
  return tidied === "" ? undefined : tidied;
}

/** The form without the fields that are undefined, so that its JSON and its hash do not depend on them. */
export const withoutUndefined = <Form extends object>(form: Form): Form =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)) as Form;
