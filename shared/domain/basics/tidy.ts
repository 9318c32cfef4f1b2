/** Control, format and half characters (U+FFFD stands for one, J5), and all others that are never drawn (Unicode DI). */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{DI}\uFFFD]/gu;

/** A line break or a tab stays, because it separates words. */
const invisibleInLine = /(?![\t-\r])[\p{Cc}\p{Cf}\p{Cs}\p{DI}\uFFFD]/gu;

/** Joiners and variation selectors stay: Persian and Indic names, Japanese variants of letters and emoji need them. */
const invisibleInName = /(?![\u200C\u200D\p{VS}])[\p{Cc}\p{Cf}\p{Cs}\p{DI}\uFFFD]/gu;

/** Typed text of one word, such as an e-mail or a bib: without invisible characters and outer spaces. */
export const tidyWord = (text: string): string => text.replace(invisibleInLine, "").trim();

/** A typed name in Unicode's composed form, without invisible characters; undefined if nothing visible is left. */
export function tidyName(text: string | undefined): string | undefined {
  const named = text?.replace(/[\t-\r\u0085]+/gu, " ").replace(invisibleInName, "");
  const isVisible = named !== undefined && named.replace(invisible, "").trim() !== "";
  return isVisible ? tidyText(named) : undefined;
}

/** Typed text in Unicode's composed form, without spaces around it; undefined if nothing is left. */
export function tidyText(text: string | undefined): string | undefined {
  const tidied = text?.normalize("NFC").trim();
  return tidied === "" ? undefined : tidied;
}

/** The fields that have a value: in the journal, in a form and at the API, a field without one is left out. */
export const withoutUndefined = <const Fields extends object>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<Fields>;

type WithoutUndefined<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key];
} & {
  [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<
    Fields[Key],
    undefined
  >;
};
