/**
 * A LIMIT with a bound number, for statements that run at every keystroke. SQLite's planner uses the number of a plain
 * `LIMIT ?`, so each bind prepares the statement again, which takes 4 to 10 µs; the look-up itself takes 2 µs. An ORDER BY
 * next to `column = ?` has the same cost; it is not needed for an index that is named by INDEXED BY.
 */
export const boundLimit = "LIMIT ? + 0";
