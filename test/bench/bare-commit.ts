import { openWriter } from "#core/db/open/connection.ts";

/** The minimum that a saved entry costs on this disk: one row in one commit that is flushed to the disk. */
export function openBare(path: string): { insert(fact: string): void; close(): void } {
  const raw = openWriter(path);
  raw.exec("CREATE TABLE fact (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT");
  const insert = raw.prepare<[string]>("INSERT INTO fact (body) VALUES (?)");
  return { insert: (fact) => void insert.run(fact), close: () => raw.close() };
}
