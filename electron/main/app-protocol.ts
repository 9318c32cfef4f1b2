import { securityHeaders } from "#station/security-headers.ts";

/** The scheme and the only host of the desktop's pages. */
export const appScheme = "app";
export const appOrigin = `${appScheme}://chute`;

/** Whether an address is a page of this program, and not one that only looks like it. */
export function isAppUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return protocol === `${appScheme}:` && host === "chute";
}

/** The built screens, asked by exact name (the station's own shell). */
export interface Shell {
  fetch(request: Request): Response | Promise<Response>;
}

/** Whether it is the announcer's own page: the only second window there is. */
export const isAnnouncerUrl = (address: string): boolean =>
  isAppUrl(address) && /^#\/announcer(?:\?|$)/.test(new URL(address).hash);

/** Answers `app://chute/…` from the built screens, with the station's headers; everything else is not there. */
export function createAppHandler(shell: Shell): (request: Request) => Promise<Response> {
  return async (request) => {
    const answer =
      isAppUrl(request.url) && request.method === "GET"
        ? await shell.fetch(new Request(`http://chute${new URL(request.url).pathname}`))
        : new Response(null, { status: 404 });
    const headers = new Headers(answer.headers);
    for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value);
    return new Response(answer.body, { status: answer.status, headers });
  };
}
