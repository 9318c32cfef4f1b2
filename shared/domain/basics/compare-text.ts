/** Order by UTF-16 code units, so that every computer sorts in the same way, whatever its locale is. */
export const compareText = (one: string, other: string): number =>
  one < other ? -1 : Number(one > other);
