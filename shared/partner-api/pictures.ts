/** Addresses of the hosted pictures of an event or a collection (v1.2). */
export interface PictureAddresses {
  readonly card: string | null;
  readonly cover: string | null;
}

/** Reads them from an event or a collection, whatever else it is. */
export function readPictures(value: unknown): PictureAddresses {
  const { cardImageUrl, coverImageUrl } = (
    typeof value === "object" && value !== null ? value : {}
  ) as { readonly cardImageUrl?: unknown; readonly coverImageUrl?: unknown };
  return { card: asAddress(cardImageUrl), cover: asAddress(coverImageUrl) };
}

const asAddress = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;
