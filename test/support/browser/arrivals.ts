import { foldText } from "#shared/domain/search/text-folding.ts";
import type { Registration } from "#shared/partner-api/registration.ts";
import type { RunningSandbox } from "#test/support/processes/sandbox-client.ts";
import { seededNumbers } from "#test/support/seeded-numbers.ts";

/** How a person tells the desk who they are. */
export type ArrivalKind =
  | "bib"
  | "spoken bib"
  | "whole name"
  | "last name first"
  | "no accents"
  | "last name alone"
  | "misspelled"
  | "another alphabet"
  | "family"
  | "same name twice"
  | "same name thrice"
  | "already here"
  | "not confirmed"
  | "on no list"
  | "no bib yet"
  | "scan among typing";

/** One arrival: what is typed, and which runner it means. */
export interface Arrival {
  readonly kind: ArrivalKind;
  readonly typed: string;
  /** The runner at the desk; null if the person is on no list. */
  readonly runner: Registration | null;
  /** Other runners with the same e-mail who are checked in together. */
  readonly companions: readonly Registration[];
  /** Whether the runner is checked in after it. */
  readonly comesIn: boolean;
}

/** All registrations of an event, as the partner API lists them. */
export async function listRegistrations(sandbox: RunningSandbox): Promise<readonly Registration[]> {
  const rows: Registration[] = [];
  let after = "";
  for (;;) {
    const address = `${sandbox.url}/registration?eventId=${sandbox.mainEventId}&limit=100${after}`;
    const answer = await fetch(address, {
      headers: { authorization: `Bearer ${sandbox.keys["all"] ?? ""}` },
    });
    const page = (await answer.json()) as { data: Registration[]; nextCursor: string | null };
    rows.push(...page.data);
    if (page.nextCursor === null) return rows;
    after = `&after=${encodeURIComponent(page.nextCursor)}`;
  }
}

/** The number of arrivals of each kind; fifty in all. */
const wanted: Readonly<Record<ArrivalKind, number>> = {
  bib: 10,
  "spoken bib": 2,
  "whole name": 5,
  "last name first": 4,
  "no accents": 4,
  "last name alone": 3,
  misspelled: 4,
  "another alphabet": 4,
  family: 2,
  "same name twice": 2,
  "same name thrice": 1,
  "already here": 2,
  "not confirmed": 2,
  "on no list": 2,
  "no bib yet": 1,
  "scan among typing": 2,
};

/**
 * Draws fifty arrivals from all registrations, in an order that mixes the kinds. The same list and seed give the same
 * arrivals. Nobody arrives twice; a runner who is already here was checked in by an earlier arrival.
 */
export function drawArrivals(everybody: readonly Registration[], seed: number): Arrival[] {
  const draw = seededNumbers(seed);
  const facts = countFacts(everybody);
  const taken = new Set<string>();
  const mixed = everybody
    .map((runner) => ({ runner, at: draw() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ runner }) => runner);
  const arrivals: Arrival[] = [];
  for (const [kind, count] of Object.entries(wanted) as [ArrivalKind, number][]) {
    if (kind === "already here") continue;
    let found = 0;
    for (const runner of mixed) {
      if (found === count) break;
      if (taken.has(runner._id)) continue;
      const arrival = arrivalOf(kind, runner, facts, found);
      if (arrival === null) continue;
      for (const each of [runner, ...arrival.companions]) taken.add(each._id);
      arrivals.push(arrival);
      found += 1;
    }
    if (found < count) throw new Error(`Only ${found} arrivals of the kind: ${kind}`);
  }
  const order = arrivals
    .map((arrival) => ({ arrival, at: draw() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ arrival }) => arrival);
  const again = order.filter(({ kind }) => kind === "bib").slice(0, wanted["already here"]);
  return [
    ...order,
    ...again.map((each): Arrival => ({ ...each, kind: "already here", comesIn: false })),
  ];
}

interface Facts {
  readonly byBib: ReadonlyMap<string, number>;
  readonly byName: ReadonlyMap<string, readonly Registration[]>;
  readonly byEmail: ReadonlyMap<string, readonly Registration[]>;
  readonly byLastName: ReadonlyMap<string, number>;
}

function countFacts(everybody: readonly Registration[]): Facts {
  return {
    byBib: countBy(everybody, ({ bibIdentifier }) => bareBib(bibIdentifier ?? "")),
    byName: groupBy(everybody, ({ name }) => foldText(name ?? "")),
    byEmail: groupBy(everybody, ({ email }) => email.toLowerCase()),
    byLastName: countBy(
      everybody,
      ({ name }) =>
        foldText(name ?? "")
          .split(" ")
          .at(-1) ?? "",
    ),
  };
}

const single: readonly Registration[] = [];

function arrivalOf(
  kind: ArrivalKind,
  runner: Registration,
  facts: Facts,
  at: number,
): Arrival | null {
  const { name, bibIdentifier: bib, registrationStatus, checkedIn, email, teamId } = runner;
  const isFree = registrationStatus === "confirmed" && checkedIn !== true && teamId === undefined;
  const isOnlyBib = bib !== undefined && facts.byBib.get(bareBib(bib)) === 1;
  const family = facts.byEmail.get(email.toLowerCase()) ?? single;
  const namesakes = facts.byName.get(foldText(name ?? "")) ?? single;
  const parts = (name ?? "").split(" ");
  const isLatin = /^[\p{Script=Latin}\p{M} '-]+$/u.test(name ?? "") && parts.length === 2;
  const isAlone = isFree && family.length === 1 && namesakes.length === 1 && isOnlyBib;
  const arrival = (typed: string, more: Partial<Arrival> = {}): Arrival => ({
    kind,
    typed,
    runner,
    companions: [],
    comesIn: true,
    ...more,
  });
  switch (kind) {
    case "bib":
      return isAlone && /^\d+$/.test(bib ?? "") ? arrival(bib ?? "") : null;
    case "spoken bib":
      if (!isAlone || !/^[1-9]\d{3}$/.test(bib ?? "")) return null;
      return arrival(at === 0 ? `bib ${bib ?? ""}` : `# ${bib ?? ""}`);
    case "whole name":
      return isAlone && isLatin ? arrival((name ?? "").toLowerCase()) : null;
    case "last name first":
      return isAlone && isLatin ? arrival(parts.toReversed().join(" ").toLowerCase()) : null;
    case "no accents":
      return isAlone && isLatin && foldText(name ?? "") !== (name ?? "").toLowerCase()
        ? arrival(foldText(name ?? ""))
        : null;
    case "last name alone": {
      const last = foldText(name ?? "")
        .split(" ")
        .at(-1);
      const isShared = (facts.byLastName.get(last ?? "") ?? 0) <= 4;
      return isAlone && isLatin && last !== undefined && isShared ? arrival(last) : null;
    }
    case "misspelled": {
      const [given = "", last = ""] = foldText(name ?? "").split(" ");
      if (!isAlone || !isLatin || given.length < 5 || last.length < 5) return null;
      return arrival(`${misspell(given, at)} ${last}`);
    }
    case "another alphabet": {
      const script = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hangul}]/u;
      const [given, last] = email.split("@")[0]?.split(".") ?? [];
      return isAlone && script.test(name ?? "") && given !== undefined && last !== undefined
        ? arrival(`${given} ${last}`)
        : null;
    }
    case "family": {
      const others = family.filter((other) => other._id !== runner._id);
      const all = [runner, ...others];
      const areFree = all.every(
        (each) =>
          isWaiting(each) && each.bibIdentifier !== undefined && each.name?.includes(" ") === true,
      );
      return others.length === 1 && areFree && isOnlyBib
        ? arrival(bib ?? "", { companions: others })
        : null;
    }
    case "same name twice":
    case "same name thrice": {
      const count = kind === "same name twice" ? 2 : 3;
      const emails = new Set(namesakes.map((each) => each.email));
      return isFree && isLatin && namesakes.length === count && emails.size === count
        ? arrival(foldText(name ?? ""))
        : null;
    }
    case "not confirmed":
      return registrationStatus !== "confirmed" && isLatin && namesakes.length === 1
        ? arrival(foldText(name ?? ""), { comesIn: false })
        : null;
    case "on no list":
      return arrival(at === 0 ? "xaviera quillfeather" : "bartholomew yzquierdo", {
        runner: null,
        comesIn: false,
      });
    case "no bib yet":
      return isFree && isLatin && bib === undefined && namesakes.length === 1 && family.length === 1
        ? arrival(foldText(name ?? ""))
        : null;
    case "scan among typing":
      return isAlone && /^\d{3,}$/.test(bib ?? "") ? arrival(bib ?? "") : null;
    case "already here":
      return null;
  }
}

const isWaiting = ({ registrationStatus, checkedIn, teamId }: Registration): boolean =>
  registrationStatus === "confirmed" && checkedIn !== true && teamId === undefined;

/** A typing or hearing mistake: a missing letter, two exchanged letters, or a wrong letter. */
function misspell(word: string, at: number): string {
  const middle = Math.floor(word.length / 2);
  const before = word.slice(0, middle);
  const [one = "", two = ""] = word.slice(middle);
  switch (at % 3) {
    case 0:
      return `${before}${word.slice(middle + 1)}`;
    case 1:
      return `${before}${two}${one}${word.slice(middle + 2)}`;
    default:
      return `${before}${one === "e" ? "a" : "e"}${word.slice(middle + 1)}`;
  }
}

/** Runners whose bibs are equal in this form need a second look before the check-in. */
const bareBib = (bib: string): string => bib.toLowerCase().replace(/^0+/, "");

function countBy(
  rows: readonly Registration[],
  keyOf: (row: Registration) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
}

function groupBy(
  rows: readonly Registration[],
  keyOf: (row: Registration) => string,
): Map<string, Registration[]> {
  const groups = new Map<string, Registration[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}
