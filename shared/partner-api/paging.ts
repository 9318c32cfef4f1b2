/** The default page size is not specified, so every request names its own. */
export const minPageLimit = 1;
export const maxPageLimit = 100;

const containers = [
  "body",
  "meta",
  "pagination",
  "paging",
  "page",
  "pageInfo",
  "links",
  "_links",
] as const;
const fields = [
  "nextCursor",
  "next_cursor",
  "next",
  "nextAfter",
  "after",
  "endCursor",
  "cursor",
] as const;

/** Where the cursor of the next page may stand. The API does not say; these are the known places (D2). */
export type CursorPlace = `${(typeof containers)[number]}.${(typeof fields)[number]}` | "link";

/** All known places, in the order they are tried: plain body fields first, the `Link` header last. */
export const cursorPlaces: readonly CursorPlace[] = [
  ...containers.flatMap((container) => fields.map((field): CursorPlace => `${container}.${field}`)),
  "link",
];

/** What a list answer offers to find a cursor in. */
export interface PageAnswer {
  readonly body: unknown;
  /** The value of the `Link` header, if there was one. */
  readonly link?: string | undefined;
  /** The address of the API: a link to another origin is not followed. */
  readonly baseUrl?: string | undefined;
}

/**
 * The cursor at one place: a string is the cursor, `null` means that the place is there and says "no more", `undefined`
 * means that the place is not there at all.
 */
export function readCursorAt(place: CursorPlace, answer: PageAnswer): string | null | undefined {
  if (place === "link") return readLinkCursor(answer);
  const [container, field] = place.split(".") as [string, string];
  const holder = container === "body" ? answer.body : fieldOf(answer.body, container);
  return asCursor(fieldOf(holder, field), answer.baseUrl);
}

/** The first known place that holds a cursor, or undefined when none does. */
export function findCursor(
  answer: PageAnswer,
): { readonly place: CursorPlace; readonly cursor: string } | undefined {
  for (const place of cursorPlaces) {
    const cursor = readCursorAt(place, answer);
    if (typeof cursor === "string") return { place, cursor };
  }
  return undefined;
}

/** The first known place that is there at all, also one that says "no more". */
export function findCursorPlace(answer: PageAnswer): CursorPlace | undefined {
  return (
    findCursor(answer)?.place ??
    cursorPlaces.find((place) => readCursorAt(place, answer) !== undefined)
  );
}

function asCursor(value: unknown, baseUrl: string | undefined): string | null | undefined {
  if (value === null || value === "" || value === false) return null;
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value === "object" && "href" in value) return asCursor(value.href, baseUrl);
  if (typeof value !== "string") return undefined;
  return isAddress(value) ? cursorOfLink(value, baseUrl) : value;
}

/** `<https://…?after=abc>; rel="next"` → `abc` (RFC 8288). */
function readLinkCursor({ link, baseUrl }: PageAnswer): string | null | undefined {
  if (link === undefined) return undefined;
  for (const match of link.matchAll(/<([^>]*)>([^<]*)/g)) {
    const [, target = "", parameters = ""] = match;
    if (/;\s*rel\s*=\s*(?:"[^"]*\bnext\b[^"]*"|next\b)/i.test(parameters)) {
      return cursorOfLink(target, baseUrl);
    }
  }
  return null;
}

const isAddress = (value: string): boolean => /^(?:https?:\/\/|\/|\?)/.test(value);

/**
 * What a link to the next page asks for: its `after`, else all its parameters with a leading `?`. Only parameters are used;
 * the page is asked for at the list's own address, so that the key goes nowhere else. A link to another host, or without
 * parameters, is given back as it is. A base64 text may begin with a slash: without parameters it is a cursor.
 */
function cursorOfLink(target: string, baseUrl: string | undefined): string {
  const query = /\?([^#]*)/.exec(target)?.[1] ?? "";
  const after = parameterOf(query, "after");
  if (after !== undefined) return after;
  if (query === "" || isForeign(target, baseUrl)) return target;
  return `?${query}`;
}

const hostOf = (address: string): string | undefined =>
  /^https?:\/\/([^/?#]*)/i.exec(address)?.[1]?.toLowerCase();

function isForeign(target: string, baseUrl: string | undefined): boolean {
  const host = hostOf(target);
  return host !== undefined && (baseUrl === undefined || host !== hostOf(baseUrl));
}

function parameterOf(query: string, name: string): string | undefined {
  const raw = query
    .split("&")
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  if (raw === undefined || raw === "") return undefined;
  try {
    return decodeURIComponent(raw.replaceAll("+", " "));
  } catch {
    return raw;
  }
}

function fieldOf(holder: unknown, field: string): unknown {
  return typeof holder === "object" && holder !== null && Object.hasOwn(holder, field)
    ? (holder as Record<string, unknown>)[field]
    : undefined;
}
