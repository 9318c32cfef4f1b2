/**
 * The SHA-256 of the two styles that React Aria adds to the page: `touch-action` for elements that can be pressed, and
 * `overscroll-behavior` while a dialog is open on iOS. A test reads the library and proves that there are exactly these two.
 */
export const injectedStyleHashes = [
  "sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=",
  "sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg=",
] as const;

const directives: Readonly<Record<string, readonly string[]>> = {
  "default-src": ["'self'"],
  "base-uri": ["'none'"],
  "connect-src": ["'self'"],
  "font-src": ["'self'"],
  "form-action": ["'none'"],
  "frame-ancestors": ["'none'"],
  "frame-src": ["'none'"],
  "img-src": ["'self'", "data:", "blob:"],
  "manifest-src": ["'self'"],
  "media-src": ["'none'"],
  "object-src": ["'none'"],
  "script-src": ["'self'", "'wasm-unsafe-eval'"],
  "script-src-attr": ["'none'"],
  "style-src": ["'self'", ...injectedStyleHashes.map((hash) => `'${hash}'`)],
  "style-src-attr": ["'none'"],
  "worker-src": ["'self'"],
};

/**
 * The content security policy of every page, for the header of both hosts (S2): nothing from other origins, no inline script,
 * no inline style but the two above. WebAssembly and a worker are allowed for the barcode reader of the camera. A camera
 * stream has no URL, so it needs no permission here.
 */
export const contentSecurityPolicy: string = Object.entries(directives)
  .map(([name, sources]) => `${name} ${sources.join(" ")}`)
  .join("; ");
