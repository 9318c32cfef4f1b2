/** What the link in a hub's QR code says. */
export interface HubLinkParts {
  /** `https://host:port`. */
  readonly address: string;
  /** SHA-256 of the hub's certificate, as hexadecimal digits. */
  readonly fingerprint: string;
  readonly code: string;
}

export const plainDigits = (fingerprint: string): string =>
  fingerprint.replaceAll(/[^0-9a-fA-F]/g, "").toUpperCase();

/**
 * The link in the hub's QR code (M3). Fingerprint and code are in the fragment, which a browser never sends over the
 * network. Without the colons of the fingerprint the code has larger modules.
 */
export const hubLink = ({ address, fingerprint, code }: HubLinkParts): string =>
  `${address}/#fingerprint=${plainDigits(fingerprint)}&code=${encodeURIComponent(code)}`;

/** The fingerprint and the code in the fragment of a link; null for what it does not have. */
export function readLinkFragment(link: string): {
  readonly fingerprint: string | null;
  readonly code: string | null;
} {
  const fragment = link.slice(link.indexOf("#") + 1);
  const isLink = link.includes("#");
  const read = (name: string): string | null => {
    const found = isLink ? new RegExp(`(?:^|&)${name}=([^&]*)`).exec(fragment)?.[1] : undefined;
    return found === undefined || found === "" ? null : decode(found);
  };
  return { fingerprint: read("fingerprint"), code: read("code") };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.trim());
  } catch {
    return null;
  }
}

/** Two spellings of one fingerprint: with or without colons and spaces, in any letter case. */
export const isSameFingerprint = (one: string, other: string): boolean =>
  plainDigits(one) === plainDigits(other);

/** The fingerprint in groups of four digits, as people compare them. */
export const fingerprintGroups = (fingerprint: string): readonly string[] =>
  plainDigits(fingerprint).match(/.{1,4}/g) ?? [];
