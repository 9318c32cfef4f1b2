import { hostname, networkInterfaces } from "node:os";

const loopbackNames = ["127.0.0.1", "localhost", "[::1]"];
const everyAddress = new Set(["0.0.0.0", "::", ""]);

/**
 * The host names under which a browser may reach a server that listens on `host`. A page whose own domain
 * points at this computer (DNS rebinding) sends a `Host` that is not among them (S1).
 */
export function ownNames(host: string): ReadonlySet<string> {
  const names = new Set(loopbackNames);
  if (everyAddress.has(host)) {
    for (const { address } of Object.values(networkInterfaces()).flatMap((all) => all ?? [])) {
      names.add(inUrl(address));
    }
    const own = hostname().toLowerCase();
    names.add(own).add(own.endsWith(".local") ? own : `${own}.local`);
  } else {
    names.add(inUrl(host));
  }
  return names;
}

/** Whether a `Host` header names this server. */
export function isOwnHost(
  header: string | undefined,
  port: number,
  host: string,
  isSecure = false,
): boolean {
  const match = /^(\[[^\]]*\]|[^:]+)(?::(\d{1,5}))?$/.exec(header?.toLowerCase() ?? "");
  if (match === null) return false;
  const [, name = "", givenPort = isSecure ? "443" : "80"] = match;
  return Number(givenPort) === port && ownNames(host).has(name);
}

/** Whether this is an address of the loopback interface, which only this computer reaches. */
export const isLoopback = (address: string): boolean =>
  address === "::1" || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address);

/** Whether a server that listens on this address is reached over the loopback interface. */
export const takesLoopback = (address: string): boolean =>
  everyAddress.has(address) || isLoopback(address);

/**
 * An address of this server; HTTPS unless it is a loopback address, because others could listen on the
 * network (S8).
 */
export function addressFor(host: string, port: number): string {
  const shown = everyAddress.has(host) ? "127.0.0.1" : host;
  return `${isLoopback(shown) ? "http" : "https"}://${inUrl(shown)}:${port}`;
}

/** Whether only this computer reaches a server that listens on this address. */
export const isOnlyLoopback = (host: string): boolean => host === "localhost" || isLoopback(host);

/** The addresses for other devices; empty if `host` means all addresses and there is no network. */
export function addressesFor(host: string, port: number): string[] {
  if (!everyAddress.has(host)) return [addressFor(host, port)];
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => addressFor(address, port));
}

/** IPv6 addresses need brackets and no zone. */
function inUrl(address: string): string {
  const plain = address.replace(/%.*$/, "").toLowerCase();
  return plain.includes(":") ? `[${plain}]` : plain;
}
