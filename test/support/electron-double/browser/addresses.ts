/**
 * Chromium opens no scheme of a program's own. `app://chute/x` is the page
 * `https://chute.app-scheme.test/x` there, and main hears the former only.
 */
const suffix = ".app-scheme.test";
const scheme = "app:";

/** The address as Chromium can open it. */
export function toBrowser(address: string): string {
  if (!address.startsWith(`${scheme}//`)) return address;
  const { host, pathname, search, hash } = new URL(address);
  return `https://${host}${suffix}${pathname}${search}${hash}`;
}

/** The address as Electron would say it. */
export function toMain(address: string): string {
  if (address.startsWith("blob:")) return `blob:${toMain(address.slice("blob:".length))}`;
  if (!URL.canParse(address)) return address;
  const { protocol, host, pathname, search, hash } = new URL(address);
  if (protocol !== "https:" || !host.endsWith(suffix)) return address;
  return `${scheme}//${host.slice(0, -suffix.length)}${pathname}${search}${hash}`;
}
