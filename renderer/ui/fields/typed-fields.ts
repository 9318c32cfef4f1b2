/** Trims typed texts and leaves out the empty ones: a request has no key for an optional field that was left empty. */
export function typedFields<Name extends string>(
  texts: Readonly<Record<Name, string>>,
): { [Key in Name]?: string } {
  const typed = Object.entries<string>(texts).map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(typed.filter(([, text]) => text !== "")) as { [Key in Name]?: string };
}
