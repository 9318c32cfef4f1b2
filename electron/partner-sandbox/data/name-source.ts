export type NameOrder = "given-first" | "family-first";
export type NameSeparator = "" | " ";

/** Names of one language: separated by spaces, `_` for a space in a name, `native=latin` for other scripts. */
export interface NameSource {
  readonly given: string;
  readonly family: string;
  readonly order?: NameOrder;
  readonly separator?: NameSeparator;
}
