import fc from "fast-check";
import { expect, test } from "vitest";
import { logFacts, withheld } from "#shared/domain/journal/log-facts.ts";

test("K1 numbers, closed words and ids are kept as they are", () => {
  const facts = {
    status: 422,
    ok: false,
    nothing: null,
    why: "disk-full",
    procedure: "roster.search",
    endpoint: "registration.list",
    code: "SQLITE_FULL",
    logId: "5f0c9e0e-2c1d-4a0b-9d53-0a8f6c1e2b3d",
    eventId: "665f1c2ab7d34c0012ab34cd",
  };
  expect(logFacts({ ...facts, absent: undefined })).toEqual(facts);
});

test("K1 what may be somebody's is withheld, by its name or by its looks", () => {
  const facts = {
    apiKey: "live",
    scriptSession: "abc",
    launchCode: "abc",
    operator: "Rosa",
    email: "x",
    text: "Amara Okafor",
    mail: "amara@example.org",
    what: "amara@example.org",
    why: "https://api.example.org/v1/registration?cursor=1",
    address: "http://127.0.0.1:4180/#launch=abc",
    code: "sandbox_all_6f1c2ab7d34c0012ab34cd99",
    eventId: "Amara Okafor",
    body: { name: "Amara" },
    list: ["Amara"],
  };
  for (const [name, value] of Object.entries(logFacts(facts))) expect(value, name).toBe(withheld);
});

test("K1 digits of a text are kept only where the name of the value says that it is an id", () => {
  const digits = "0791234567";
  expect(logFacts({ id: digits, eventId: digits })).toEqual({ id: digits, eventId: digits });
  for (const name of ["call", "paid", "idCard", "IdCard", "eventIds"]) {
    expect(logFacts({ [name]: digits })).toEqual({ [name]: withheld });
  }
});

test("K1 of an error its kind, code and place are kept, and its causes', never a message or a folder", () => {
  const cause = Object.assign(new TypeError('"Amara Okafor" is not valid JSON\n at Amara'), {
    code: "ENOSPC",
  });
  const { error } = logFacts({ error: new RangeError("Bearer sandbox_key", { cause }) });
  expect(error).toMatchObject({
    name: "RangeError",
    at: expect.arrayContaining([expect.stringMatching(/^log-facts\.test\.ts:\d+:\d+$/)]),
    cause: { name: "TypeError", code: "ENOSPC", at: expect.any(Array) },
  });
  const text = JSON.stringify(error);
  expect(text).not.toMatch(/Amara|Bearer|sandbox|JSON|\/work|\//);
});

/** What a log keeps of an error. */
const traceOf = (error: unknown) => logFacts({ error })["error"];

test("K1 a number that JSON cannot hold is written as a word", () => {
  const facts = logFacts({ count: Number.NaN, waitMs: Infinity, size: 0 });
  expect(JSON.parse(JSON.stringify(facts))).toEqual({ count: "NaN", waitMs: "Infinity", size: 0 });
});

test("K1 an error whose name or code is no word of a program has a plain name and no code", () => {
  const odd = Object.assign(new Error("no"), { name: "Amara Okafor", code: "Amara Okafor" });
  expect(traceOf(odd)).toMatchObject({ name: "Error" });
  expect(traceOf(odd)).not.toHaveProperty("code");
  for (const code of [null, 5, { toString: () => "Amara" }]) {
    expect(traceOf(Object.assign(new Error("no"), { code }))).not.toHaveProperty("code");
  }
  expect(traceOf(new Error("no"))).not.toHaveProperty("code");
});

test("K1 of each step of an error the function, the file and the line are kept, at most twelve steps", () => {
  const traced = (...lines: readonly string[]) => {
    const error = new Error("no");
    error.stack = ["Error: Amara", ...lines].join("\n");
    const fact = traceOf(error);
    return typeof fact === "object" && fact !== null ? fact.at : null;
  };
  expect(
    traced(
      "    at openCore (/home/Amara Okafor/chute/index.js:120:7)",
      String.raw`    at new Store (C:\Users\Amara\chute\store.js:1:2)`,
      "    at async Promise.all (index 0)",
      "    at async run (file:///home/amara/main.js:3:4)",
      "    at Database.transaction [as immediate] (/opt/db.js:5:6)",
      "    at /home/amara/odd.js:7:8",
      "    at node:internal/process/task_queues:95:5",
      "    at Amara (Okafor)",
      "    Amara at home.js:1:1",
    ),
  ).toEqual([
    "openCore index.js:120:7",
    "Store store.js:1:2",
    "run main.js:3:4",
    "Database.transaction db.js:5:6",
    "odd.js:7:8",
    "task_queues:95:5",
  ]);
  expect(traced(...Array.from({ length: 40 }, () => "    at run (/a.js:1:1)"))).toHaveLength(12);
  const bare = new Error("no");
  delete bare.stack;
  expect(traceOf(bare)).toMatchObject({ at: [] });
});

test("K1 an endless chain of causes ends", () => {
  const error = new Error("one");
  error.cause = error;
  expect(JSON.stringify(logFacts({ error })).match(/"cause"/g)).toHaveLength(4);
});

test("K1 no text with a blank, an @ or a slash in it gets through, wherever it stands", () => {
  const person = fc
    .tuple(fc.string({ minLength: 1 }), fc.constantFrom(" ", "@", "/", "?", "=", "\n"), fc.string())
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.string(), person, (name, text) => {
      const error = new Error(text, { cause: new Error(text) });
      error.name = text;
      Object.assign(error, { code: text });
      const said = JSON.stringify(Object.values(logFacts({ [name]: text, error })));
      const quoted = JSON.stringify(text).slice(1, -1);
      // One to three characters also occur in file names and numbers by chance.
      return quoted.length < 4 || !said.replaceAll(withheld, "").includes(quoted);
    }),
  );
});
