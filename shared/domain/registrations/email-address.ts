import { tidyWord } from "#shared/domain/basics/tidy.ts";

const atom = String.raw`[^\s@."(),:;<>[\]\\\p{Cc}]+`;
const quoted = String.raw`"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])+"`;
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?`;

/**
 * The `addr-spec` of RFC 5322 without comments, with the letters that RFC 6531 adds. The API specifies only "valid e-mail
 * address format", so every possible address is sent; an unlikely one only gives a warning (W1).
 */
export const emailPattern = new RegExp(
  String.raw`^(?:${atom}(?:\.${atom})*|${quoted})@(?:${label}(?:\.${label})*|\[[\dA-Fa-f.:IPv]+\])$`,
  "u",
);

/**
 * A typed e-mail address as it is saved and sent: without outer spaces and invisible characters. With one of these it would
 * pass as another address.
 */
export const tidyEmail = tidyWord;

/** Whether a typed text can be sent as an e-mail address. */
export const isEmail = (typed: string): boolean => emailPattern.test(tidyEmail(typed));

/** Whether a text may be the beginning of an e-mail address, so that somebody continues it. */
export const beginsEmail = (text: string): boolean => /^[^\s@]*@?[^\s@]*$/.test(text);
