/**
 * What each step of `npm test` may take on two cores, in seconds: fifteen minutes in all. A step that takes longer fails
 * nobody, a machine may be slow; it is said beside the step, and asks for a cut or for another share.
 *
 * @type {Readonly<Record<string, number>>}
 */
export const budgets = {
  setup: 40,
  format: 1,
  lint: 15,
  types: 13,
  "unused code": 4,
  build: 3,
  unit: 36,
  integration: 122,
  simulation: 80,
  crash: 110,
  station: 215,
  double: 261,
};

export const wholeBudget = 900;

/**
 * @param {number} sinceMs from `performance.now()`
 * @param {number | undefined} budgetS undefined where none is stated
 * @returns {string} like ` of 60 s`, or nothing
 */
export const ofBudget = (sinceMs, budgetS) => {
  if (budgetS === undefined) return "";
  const isOver = performance.now() - sinceMs > budgetS * 1_000;
  return ` of ${budgetS} s${isOver ? ": over its budget" : ""}`;
};
