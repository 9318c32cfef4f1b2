/** The type of an image by its first bytes; null for anything else. SVG is excluded, because it may contain scripts. */
export function imageTypeOf(bytes: Uint8Array): string | null {
  const found = types.find(({ marks }) => marks.every((mark) => isAt(bytes, mark)));
  return found?.mime ?? null;
}

interface Mark {
  readonly at: number;
  readonly text: string;
}

/** Signatures as Latin-1 text (WHATWG MIME Sniffing, 6.1; AVIF by its brand in the file type box). */
const types: readonly { readonly mime: string; readonly marks: readonly Mark[] }[] = [
  { mime: "image/png", marks: [{ at: 0, text: "\u0089PNG\r\n\u001a\n" }] },
  { mime: "image/jpeg", marks: [{ at: 0, text: "\u00ff\u00d8\u00ff" }] },
  { mime: "image/gif", marks: [{ at: 0, text: "GIF87a" }] },
  { mime: "image/gif", marks: [{ at: 0, text: "GIF89a" }] },
  {
    mime: "image/webp",
    marks: [
      { at: 0, text: "RIFF" },
      { at: 8, text: "WEBPVP" },
    ],
  },
  { mime: "image/avif", marks: [{ at: 4, text: "ftypavif" }] },
  { mime: "image/avif", marks: [{ at: 4, text: "ftypavis" }] },
];

const isAt = (bytes: Uint8Array, { at, text }: Mark): boolean =>
  [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0));
