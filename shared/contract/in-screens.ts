import type { Sender } from "./desks.ts";
import type { Diagnostics } from "./diagnostics.ts";

/*
 * What screens use of the contract at run time, besides the core. Nothing here imports zod: zod compiles text to code, which the policy of
 * the page forbids (S2), and it would be a sixth of the page's script.
 */

/** `checkIn.performAll` takes at most this many runners. */
export const mostTogether = 100;

/** Maximum length of a pronunciation hint, which the announcer's screen shows under the name. */
export const longestPronunciation = 100;

/** The text for the clipboard. It is readable, so that a person can verify that it has no personal data. */
export const diagnosticsText = (diagnostics: Diagnostics): string =>
  `${JSON.stringify(diagnostics, null, 2)}\n`;

/** Whether two databases claim to be the hub, so that neither sends until a person chooses one of them (M10). */
export const hasTwoHubs = (sender: Pick<Sender, "who"> | undefined): boolean =>
  sender?.who === "nobody";
