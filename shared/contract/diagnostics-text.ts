import type { Diagnostics } from "./diagnostics.ts";

/** As it is copied: a person can read it, and see that nobody is in it. */
export const diagnosticsText = (diagnostics: Diagnostics): string =>
  `${JSON.stringify(diagnostics, null, 2)}\n`;
