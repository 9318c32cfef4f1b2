const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a text has letters that are written from right to left. */
export const isRightToLeft = (text: string): boolean => rightToLeft.test(text);

/**
 * A name inside a sentence. A name that is written from right to left would pull digits and marks beside it to its other
 * side.
 */
export const isolated = (name: string): string =>
  isRightToLeft(name) ? `\u2068${name}\u2069` : name;
