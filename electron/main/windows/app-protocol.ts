import { securityHeaders } from "#station/http/security-headers.ts";

/** The scheme and the only host of the desktop's pages. */
export const appScheme = "app";
export const appOrigin = `${appScheme}://chute`;

/**
 * Whether an address belongs to this program; rejects look-alikes with a user name, password or other host.
 */
export function isAppUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return protocol === `${appScheme}:` && host === "chute" && username === "" && password === "";
}

/**
 * Whether the address is the program's single page, on any screen; false for asset files and foreign
 * addresses.
 */
export const isOwnPage = (address: string): boolean =>
  isAppUrl(address) && /^\/?$/.test(new URL(address).pathname);

/** Whether the address is the announcer page, the only second window. */
export const isAnnouncerUrl = (address: string): boolean =>
  isOwnPage(address) && /^#\/announcer(?:\?|$)/.test(new URL(address).hash);

/** Serves the built screens by exact name; the same shell as the station's. */
export interface Shell {
  fetch(request: Request): Response | Promise<Response>;
}

/** Names of built files never need URL decoding. */
const plainName = /^\/?[\w./-]*$/;

/** Answers `app://chute/…` from the built screens, with the station's headers; everything else gets 404. */
export function createAppHandler(
  shell: Shell,
): (request: Pick<Request, "url" | "method">) => Promise<Response> {
  return async ({ url, method }) => {
    const name = method === "GET" && isAppUrl(url) ? new URL(url).pathname : null;
    const answer =
      name !== null && plainName.test(name)
        ? await shell.fetch(new Request(`http://chute${name}`))
        : new Response(null, { status: 404 });
    const headers = new Headers(answer.headers);
    for (const [header, value] of Object.entries(securityHeaders)) headers.set(header, value);
    return new Response(answer.body, { status: answer.status, headers });
  };
}
