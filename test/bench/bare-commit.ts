import { openWriter } from "#core/db/open/connection.ts";

/** The least that a saved fact costs on this disk: one row, one commit, on the medium. */
export function openBare(path: string): { insert(fact: string): void; close(): void } {
  const raw = openWriter(path);
  raw.exec("CREATE TABLE fact (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT");
  const insert = raw.prepare<[string]>("INSERT INTO fact (body) VALUES (?)");
  return { insert: (fact) => void insert.run(fact), close: () => raw.close() };
}
