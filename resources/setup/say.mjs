/**
 * Progress and problems go to stderr, so that the first line of stdout belongs to the program.
 *
 * @param {string} line
 */
export const say = (line) => {
  process.stderr.write(`${line}\n`);
};

/**
 * @param {number} sinceMs from `performance.now()`
 * @returns {string} like `3.2 s`
 */
export const secondsSince = (sinceMs) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
