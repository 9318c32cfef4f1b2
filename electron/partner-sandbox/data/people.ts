import type { NamePart, NamePool } from "./names.ts";
import { namePools } from "./names.ts";
import { mix, pick } from "./prng.ts";

/** A made-up person. `name` is missing for about one in a hundred. */
export interface Person {
  readonly name: string | undefined;
  readonly email: string;
}

const domains = [
  "example.com",
  "example.org",
  "example.net",
  "mail.example",
  "post.example",
  "club.example",
  "runners.example",
  "work.example",
] as const;

const missingNameIn = 97;
const longNameIn = 389;
const householdIn = 8;
const householdSpan = 3;

/**
 * The person at a position. About one in eight shares family name and e-mail with a person a few positions above: a
 * family, often in several runs.
 */
export function personAt(seed: number, position: number): Person {
  const drawn = mix(seed, position);
  const head = headOf(drawn, position);
  const pool = poolAt(seed, head);
  const family = pick(pool.family, mix(seed ^ 0x11, head));
  const given = pick(pool.given, mix(seed ^ 0x22, position));
  return {
    email: emailAt(seed, head, pool, family),
    name: writeName(drawn, pool, given, family),
  };
}

function headOf(drawn: number, position: number): number {
  if (drawn % householdIn !== 0 || position < householdSpan) return position;
  return position - 1 - ((drawn >>> 8) % householdSpan);
}

function poolAt(seed: number, head: number): NamePool {
  const pool = namePools[mix(seed ^ 0x33, head) % namePools.length];
  if (pool === undefined) throw new Error("There are no name pools.");
  return pool;
}

function emailAt(seed: number, head: number, pool: NamePool, family: NamePart): string {
  const given = pick(pool.given, mix(seed ^ 0x22, head));
  const domain = pick(domains, mix(seed ^ 0x44, head));
  return `${given.latin}.${family.latin}.${(head + 1).toString(36)}@${domain}`;
}

function writeName(
  drawn: number,
  pool: NamePool,
  given: NamePart,
  family: NamePart,
): string | undefined {
  const chance = drawn >>> 4;
  if (chance % missingNameIn === 5) return undefined;
  if (chance % longNameIn === 7) {
    return [...pool.given.map((part) => part.native), family.native].join(" ");
  }
  const parts =
    pool.order === "family-first" ? [family.native, given.native] : [given.native, family.native];
  const name = parts.join(pool.separator);
  return chance % 11 === 3 ? name.normalize("NFD") : name;
}
