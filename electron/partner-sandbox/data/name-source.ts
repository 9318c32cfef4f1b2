export type NameOrder = "given-first" | "family-first";
export type NameSeparator = "" | " ";

/** How a pool is written down: parts separated by blanks, `_` for a blank inside, `native=latin` where needed. */
export interface NameSource {
  readonly given: string;
  readonly family: string;
  readonly order?: NameOrder;
  readonly separator?: NameSeparator;
}
