export interface Who {
  readonly operator: string;
  readonly desk: string;
  readonly atMs: number;
}

export const by = (operator: string): string => (operator === "" ? "" : ` by ${operator}`);
