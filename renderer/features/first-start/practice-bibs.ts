/** Bibs that the sample race always has: a plain one, a leading zero, a letter. */
export const practiceBibs = [
  { bib: "1042", run: { name: "10K", order: 2 } },
  { bib: "007", run: { name: "Half", order: 1 } },
  { bib: "A12", run: { name: "Kids", order: 4 } },
] as const;
