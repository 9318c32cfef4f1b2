import type { InputOf, OutputOf } from "#shared/contract/index.ts";

type SearchRow = OutputOf<"roster.search">["rows"][number];

interface Reader {
  value(name: "roster.search", input: InputOf<"roster.search">): Promise<OutputOf<"roster.search">>;
}

const digits = "0123456789";
/** Each e-mail address in the tests begins with one of these. */
const everybody = `abcdefghijklmnopqrstuvwxyz${digits}`;
const page = 200;
/** A search counts no further. */
const most = 1_000;

/** The runners of an event in bib order, those without a bib last; up to 1,000 of each beginning of an e-mail address. */
export const listRunners = (desk: Reader, eventId: string): Promise<SearchRow[]> =>
  listBy(everybody, desk, eventId);

/** The runners whose bib begins with a digit, in bib order. It asks less often than `listRunners`. */
export const listNumbered = async (desk: Reader, eventId: string): Promise<SearchRow[]> =>
  (await listBy(digits, desk, eventId)).filter(({ bib }) => bib !== null && /^\d/.test(bib));

async function listBy(beginnings: string, desk: Reader, eventId: string): Promise<SearchRow[]> {
  const found = new Map<string, SearchRow>();
  for (const text of beginnings) {
    for (let offset = 0; offset < most; offset += page) {
      const asked = { eventId, text, limit: page, offset };
      const { rows } = await desk.value("roster.search", asked);
      for (const row of rows) found.set(row.id, row);
      if (rows.length < page) break;
    }
  }
  return [...found.values()].toSorted((one, other) => compareBibs(one.bib, other.bib));
}

/** The runners who are confirmed and not here yet, in bib order. */
export const listWaiting = async (desk: Reader, eventId: string): Promise<SearchRow[]> =>
  (await listRunners(desk, eventId)).filter(
    ({ standing, checkedIn, checkedInElsewhere }) =>
      standing === "confirmed" && checkedIn === null && !checkedInElsewhere,
  );

function compareBibs(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one.length - other.length || (one < other ? -1 : 1);
}
