/** The API does not specify a default page size, so every request has a `limit`. */
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

/** The possible places of the cursor of the next page; the API does not specify one (D2). */
export type CursorPlace = `${(typeof containers)[number]}.${(typeof fields)[number]}` | "link";

/** All known places in the order of the search: fields of the body first, the `Link` header last. */
export const cursorPlaces: readonly CursorPlace[] = [
  ...containers.flatMap((container) => fields.map((field): CursorPlace => `${container}.${field}`)),
  "link",
];

/** The parts of a list answer that may have a cursor. */
export interface PageAnswer {
  readonly body: unknown;
  /** The value of the `Link` header. */
  readonly link?: string | undefined;
  /** The address of the API; links to another origin are not followed. */
  readonly baseUrl?: string | undefined;
}

/**
 * The cursor at one place: a string is the cursor, `null` means that the place exists and there is no next page, `undefined`
 * means that the place does not exist.
 */
export function readCursorAt(place: CursorPlace, answer: PageAnswer): string | null | undefined {
  if (place === "link") return readLinkCursor(answer);
  const [container, field] = place.split(".") as [string, string];
  const holder = container === "body" ? answer.body : fieldOf(answer.body, container);
  return asCursor(fieldOf(holder, field), answer.baseUrl);
}

/** The first known place with a cursor; undefined if there is none. */
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
  // A larger number was rounded when the answer was read, and would skip rows.
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
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
 * The cursor in a link to the next page: its `after`, else all its parameters with a leading `?`. The page is requested at the
 * address of the list, so that the key is sent nowhere else. A link to another host, or without parameters, is returned
 * unchanged, because a base64 cursor may begin with a slash.
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
