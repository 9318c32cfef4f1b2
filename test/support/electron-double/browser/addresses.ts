/**
 * Chromium cannot open a custom scheme. It opens `app://chute/x` as `https://chute.app-scheme.test/x`, and main only
 * sees the former.
 */
const suffix = ".app-scheme.test";
const scheme = "app:";

/** The address as Chromium can open it. */
export function toBrowser(address: string): string {
  if (!address.startsWith(`${scheme}//`)) return address;
  const { host, pathname, search, hash } = new URL(address);
  return `https://${host}${suffix}${pathname}${search}${hash}`;
}

/** The address as Electron reports it. */
export function toMain(address: string): string {
  if (address.startsWith("blob:")) return `blob:${toMain(address.slice("blob:".length))}`;
  if (!URL.canParse(address)) return address;
  const { protocol, host, pathname, search, hash } = new URL(address);
  if (protocol !== "https:" || !host.endsWith(suffix)) return address;
  return `${scheme}//${host.slice(0, -suffix.length)}${pathname}${search}${hash}`;
}
