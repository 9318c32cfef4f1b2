/**
 * What each step of `npm test` may take on two cores, in seconds: twenty minutes in all. A step that takes longer fails
 * nobody, a machine may be slow; it is said beside the step, and asks for a cut or for another share.
 *
 * @type {Readonly<Record<string, number>>}
 */
export const budgets = {
  setup: 50,
  format: 1,
  lint: 20,
  types: 15,
  "unused code": 4,
  build: 3,
  unit: 45,
  integration: 150,
  simulation: 90,
  crash: 115,
  station: 400,
  double: 300,
};

export const wholeBudget = 1_200;

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
