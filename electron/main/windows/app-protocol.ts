import { securityHeaders } from "#station/http/security-headers.ts";

/** The scheme and the only host of the desktop's pages. */
export const appScheme = "app";
export const appOrigin = `${appScheme}://chute`;

/** Whether an address is of this program, and not one that only looks like it. */
export function isAppUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return protocol === `${appScheme}:` && host === "chute" && username === "" && password === "";
}

/** Whether it is the program's one page, whatever room it shows: no file of it, and nobody else's. */
export const isOwnPage = (address: string): boolean =>
  isAppUrl(address) && /^\/?$/.test(new URL(address).pathname);

/** Whether it is the announcer's own page: the only second window there is. */
export const isAnnouncerUrl = (address: string): boolean =>
  isOwnPage(address) && /^#\/announcer(?:\?|$)/.test(new URL(address).hash);

/** The built screens, asked by exact name (the station's own shell). */
export interface Shell {
  fetch(request: Request): Response | Promise<Response>;
}

/** Built files have no names that would have to be decoded. */
const plainName = /^\/?[\w./-]*$/;

/** Answers `app://chute/…` from the built screens, with the station's headers; everything else is not there. */
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
