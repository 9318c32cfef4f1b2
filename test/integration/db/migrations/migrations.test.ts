import { createHash } from "node:crypto";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { assertSqliteVersion, openWriter } from "#core/db/open/connection.ts";
import { hasDamagedNumber } from "#core/db/open/schema-check.ts";
import { migrate, readVersion } from "#core/db/migrations/migrate.ts";
import { migrations, schemaVersion } from "#core/db/migrations/ladder.ts";
import { temporaryFolder } from "#test/support/database.ts";

/**
 * The hashes of the released migrations. If one changes, the database files of volunteers no longer fit: add a
 * migration instead.
 */
const landed: readonly string[] = [
  "434ad5855ba35cc960e7e5ed47c53ca2dc8381900ebfa20aec46380ff9358929",
  "fe1c8b760f89fbc2b658f60939ef7d907c6498f5491c7a90b20654b97bfbea2d",
  "77a680eee371a22eaa35adf459afdc3262ae432748da0c17089ee76d3f0e6a75",
  "89c31f59b53a48fbf63957ef4c002cc8cab01c375577fd0f54400a20a9c54114",
  "712fc2021823ee7c611fc24f3b6f74c1d5d52e8960e402c91c7b1f3c21acda25",
  "b5f1e2a62b67ec4fb0bf9094859788531fd1e6fba4e4482f456279f0d96ea7ce",
  "27e799a98a18e79063bcbd923ba0c1fdce9683c65d2ff7c8229e61505e9c4e4d",
  "602e54d9b110c1aed088b653520c56b1c07a0ac861d567cd16e109551ac4f2be",
  "7e36aa5bd2ecaf6ba64e9a1b91463e93afcae4595150a52e9c19b8c87d3d4b0c",
  "b80895f84ee4b6e4030574c5803bd81d8f33d86e044adb56b40e23f56f221fdf",
  "cf64170f697e01255c5c9a385a2b38bb7a0b01db192ac73a263f65be60577f85",
  "8e7a230f403d0a0180bc37b4749b913b9546f80c5658960245cca28d68d531b1",
  "64f96f6cc10976d7dfd849b8032f86d620481c175d497694574c9198637a1660",
  "603b9070a5ee7e2fe4ec094ae2f4f7628b71fa9692c9f94e0675bf59698368f5",
  "099d8ad27aba7855357d0a1c07b8b22742db67522095842e9833b55dbbfb3990",
  "922faf0835696daed42ba1efd25c71770987fde5d74018e9685d25abf69d2d95",
  "e74dc9eca9d7d5b4a0e223016a7498cd20f9530efa2dd5313f269381e7e61e82",
  "e0419645136379ee4c7a5099f6e854ee2ca33c4ece05ef21d185379be6dbc7c1",
  "28cf8dfd8a6b3a677d4aea2e476345dd06094ed5480c5eed51534d89c8ff2c0a",
  "e0199825e77119928f8b7785f4914651b1bdd99f96ca8c7e7132ab89e38037f5",
];

describe("migrations", () => {
  test("S4 what landed is never edited", () => {
    const hashes = migrations.map((ddl) => createHash("sha256").update(ddl).digest("hex"));
    expect(hashes).toEqual(landed);
  });

  test("S4 each step behind the first nineteen changes the schema, which tells a newer version from a damaged number", () => {
    const raw = openWriter(join(temporaryFolder(), "x.sqlite"));
    const steps = migrations.map((_ddl, at) => migrations.slice(0, at + 1)).slice(19);
    migrate(raw, migrations.slice(0, 19));
    for (const ladder of steps) {
      expect(hasDamagedNumber(raw, ladder)).toBe(false);
      migrate(raw, ladder);
    }
    raw.close();
  });

  test("S4 each step is one transaction: one that fails leaves the version before it", () => {
    const raw = openWriter(join(temporaryFolder(), "x.sqlite"));
    const ladder = [...migrations, "CREATE TABLE extra (a); CREATE TABLE meta (b);"];
    expect(() => migrate(raw, ladder)).toThrow("already exists");
    expect(readVersion(raw)).toBe(schemaVersion);
    expect(
      raw.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'extra'").pluck().get(),
    ).toBe(0);
    migrate(raw, [...migrations, "CREATE TABLE extra (a);"]);
    expect(readVersion(raw)).toBe(schemaVersion + 1);
    raw.close();
  });

  test("P6 publications that were kept before there were editions are the first of theirs", () => {
    const raw = openWriter(join(temporaryFolder(), "x.sqlite"));
    migrate(raw, migrations.slice(0, 2));
    raw.exec("INSERT INTO publication VALUES ('e', 'r', 7, '{}', '[1]', '[2]', 99)");
    migrate(raw, migrations);
    expect(raw.prepare("SELECT * FROM publication").all()).toEqual([
      {
        event_id: "e",
        run_id: "r",
        version: 7,
        edition: 1,
        record: "{}",
        segments: "[1]",
        malformed: "[2]",
        fetched_at_ms: 99,
      },
    ]);
    raw.close();
  });

  test("W3 what an older version told the organizer is the bib that was typed with the walk-up", () => {
    const raw = openWriter(join(temporaryFolder(), "x.sqlite"));
    migrate(raw, migrations.slice(0, 13));
    raw.exec(`
      INSERT INTO walk_up (local_id, event_id, form, typed_bib, outbox_id, delivery, provisional, saved_at_ms, saved_by,
        saved_desk, taken_back, ask_organizer)
      VALUES ('w_1', 'e', '{}', '1631', 'o_1', 'refused', 0, 1, '', 'D', 0, 0),
        ('w_2', 'e', '{}', NULL, 'o_2', 'not-sent', 0, 1, '', 'D', 0, 0)
    `);
    migrate(raw, migrations);
    expect(raw.prepare("SELECT told_bib FROM walk_up ORDER BY local_id").pluck().all()).toEqual([
      "1631",
      null,
    ]);
    raw.close();
  });

  test("O3 D8 codes and settings that an older version stored have their present names", () => {
    const raw = openWriter(join(temporaryFolder(), "x.sqlite"));
    migrate(raw, migrations.slice(0, 8));
    raw.exec(`
      INSERT INTO setting VALUES ('blackBoxFolder', '"/stick"'), ('bringingBack', 'true'), ('other', '1');
      INSERT INTO results_state VALUES ('e', 'r', 'failed', 1, 'no-line'), ('e', 's', 'failed', 1, 'forbidden');
      INSERT INTO attempt (outbox_id, number, at_ms, outcome) VALUES ('o', 1, 1, 'no-line'), ('o', 2, 2, 'success');
    `);
    migrate(raw, migrations);
    const column = (sql: string): unknown[] => raw.prepare(sql).pluck().all();
    expect(column("SELECT key FROM setting ORDER BY key")).toEqual([
      "importing",
      "mirrorFolder",
      "other",
    ]);
    expect(column("SELECT failure FROM results_state ORDER BY run_id")).toEqual([
      "offline",
      "forbidden",
    ]);
    expect(column("SELECT outcome FROM attempt ORDER BY number")).toEqual(["offline", "success"]);
    raw.close();
  });

  test("O1 O2 an outbox that an older version ordered keeps each entry with its key and bytes", () => {
    const raw = openWriter(join(temporaryFolder(), "x.sqlite"));
    migrate(raw, migrations.slice(0, 14));
    const insert = raw.prepare(
      `INSERT INTO outbox (id, kind, endpoint, subject, method, path, body, idempotency_key, state, certainty, depends_on,
         saved_at_ms, saved_by) VALUES (?, 'walk-up', 'registration', ?, 'POST', '/registration', ?, ?, 'pending',
         'never-sent', ?, 7, 'Ida')`,
    );
    insert.run("o1", "w1", Buffer.from("one"), "key-1", null);
    insert.run("o2", "w2", Buffer.from("two"), "key-2", "o1");
    migrate(raw, migrations);
    expect(
      raw
        .prepare("SELECT id, CAST(body AS TEXT) AS body, idempotency_key AS key FROM outbox")
        .all(),
    ).toEqual([
      { id: "o1", body: "one", key: "key-1" },
      { id: "o2", body: "two", key: "key-2" },
    ]);
    expect(() => raw.exec("DELETE FROM outbox")).toThrow("nothing leaves the outbox");
    raw.close();
  });

  test("J5 who was let in before they were counted is counted", () => {
    const raw = openWriter(join(temporaryFolder(), "x.sqlite"));
    migrate(raw, migrations.slice(0, 16));
    raw.exec("INSERT INTO run_count VALUES ('e', 'r', 2, 2, 1, 2, 1), ('e', 's', 0, 0, 0, 0, 0)");
    const insert = raw.prepare(
      `INSERT INTO runner (event_id, runner_id, source, provisional, has_copy, run_id, name_fold, email, email_fold,
         bib_given_here, standing, status, api_checked_in, check_in_entry, check_in_claims, taken_back)
       VALUES ('e', ?, 'api', 0, 1, 'r', '', '', '', 0, ?, '', 0, 'entry', 1, 0)`,
    );
    insert.run("expected", "confirmed");
    insert.run("let-in", "waitlist");
    migrate(raw, migrations);
    expect(raw.prepare("SELECT run_id, let_in FROM run_count").all()).toEqual([
      { run_id: "r", let_in: 1 },
      { run_id: "s", let_in: 0 },
    ]);
    raw.close();
  });

  test("S4 the SQLite that came along is new enough, an older one would be refused", () => {
    const raw = new Sqlite(":memory:");
    expect(() => assertSqliteVersion(raw)).not.toThrow();
    const pretend = new Sqlite(":memory:");
    pretend.function("sqlite_version", () => "3.51.2");
    expect(() => assertSqliteVersion(pretend)).toThrow("3.51.2");
    raw.close();
    pretend.close();
  });
});
