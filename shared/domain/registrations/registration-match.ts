/** Who a registration is for, as far as two records can be compared (O10, W2). */
export interface Person {
  readonly runId: string;
  readonly email: string;
  readonly name: string | null;
}

/**
 * Same run, same e-mail, same name. E-mail and name are compared without regard to case, to how accents are encoded and
 * to repeated spaces; where either side has no name, run and e-mail suffice.
 */
export function isSamePerson(one: Person, other: Person): boolean {
  if (one.runId !== other.runId || alike(one.email) !== alike(other.email)) return false;
  const [name, otherName] = [alike(one.name ?? ""), alike(other.name ?? "")];
  return name === "" || otherName === "" || name === otherName;
}

export const alike = (text: string): string =>
  text.normalize("NFKC").trim().replaceAll(/\s+/gu, " ").toLowerCase();
