import { expect, test } from "vitest";
import {
  answersTo,
  askWords,
  backupProblem,
  words,
} from "#main/data-folders/open-error-messages.ts";
import { explainFailure } from "#station/start-up/start-messages.ts";

const damaged = {
  code: "database-damaged",
  message: "The database is damaged and was set aside",
  details: {
    setAside: "/race/live/set-aside/x",
    reason: "SQLITE_NOTADB",
    lastBackup: { name: "chute-1.sqlite", atMs: Date.UTC(2026, 10, 21, 12) },
  },
};

test("S4 a damaged database: the last backup first, nothing is decided by itself", () => {
  expect(answersTo(damaged, { isUsual: true })).toEqual([
    "restore-backup",
    "choose-backup",
    "start-empty",
    "other-folder",
    "quit",
  ]);
  const without = { ...damaged, details: { lastBackup: null } };
  expect(answersTo(without, { isUsual: true })).not.toContain("restore-backup");
});

test("S4 a database that is gone is called missing, and can be put back; nothing is said to be kept", () => {
  const lost = { ...damaged, details: { ...damaged.details, reason: "database-lost" } };
  const answers = answersTo(lost, { isUsual: true });
  expect(answers).toContain("try-again");
  const { message, detail } = askWords(lost, answers, "/race");
  expect(message).toContain("missing");
  expect(message).not.toContain("kept");
  expect(detail).not.toContain("/race/live/set-aside/x");
});

test("S4 a restore that was cut short is not called damage: the backup can be chosen once more, or the database put back", () => {
  const cutShort = { ...damaged, details: { ...damaged.details, reason: "restore-cut-short" } };
  const answers = answersTo(cutShort, { isUsual: true });
  expect(answers[0]).toBe("choose-backup");
  expect(answers).toContain("try-again");
  const { message, detail } = askWords(cutShort, answers, "/race");
  expect(message).toContain("is not damaged");
  expect(message).toContain("Choose the backup once more");
  expect(detail).toContain("/race/live/set-aside/x");
});

test("S4 a newer database is not offered to be put aside", () => {
  const newer = { code: "database-newer", message: "" };
  expect(answersTo(newer, { isUsual: false })).toEqual(["other-folder", "usual-folder", "quit"]);
});

test("a folder that is gone or in use can be tried again; the usual one is not offered in its own place", () => {
  for (const code of ["folder-missing", "folder-in-use", "folder-read-only", "folder-full"]) {
    expect(answersTo({ code, message: "" }, { isUsual: true }), code).toEqual([
      "try-again",
      "other-folder",
      "quit",
    ]);
  }
  expect(answersTo({ code: "practice-unavailable", message: "" }, { isUsual: true })).toEqual([]);
});

test("S4 the question says where everything is, and what each answer does", () => {
  const answers = answersTo(damaged, { isUsual: true });
  const { message, detail, buttons } = askWords(damaged, answers, "/race");
  expect(message).toContain("damaged");
  expect(detail).toContain("/race/live/set-aside/x");
  expect(detail).toContain("2026");
  expect(buttons).toHaveLength(answers.length);
  for (const answer of answers) expect(detail).toContain(words.answers[answer].text);
});

test("S4 a file that is refused as a backup: nothing was changed", () => {
  const codes = ["backup-not-ours", "backup-newer", "backup-damaged", "backup-unreadable"];
  const said = codes.map((code) => backupProblem({ code, message: "" }));
  expect(new Set(said).size).toBe(codes.length);
  for (const text of said) expect(text).toMatch(/^[A-Z].+\. Nothing was changed\.$/);
});

test("S4 what is in the way of Chute's own files is named, with what to do", () => {
  const inTheWay = {
    code: "file-in-the-way",
    message: "Something else is in the place of one of Chute's files",
    details: { path: "/race/live/backups", cause: "EEXIST" },
  };
  const answers = answersTo(inTheWay, { isUsual: true });
  expect(answers).toEqual(["try-again", "other-folder", "quit"]);
  const { message, detail } = askWords(inTheWay, answers, "/race");
  expect(message).toMatch(/move it/i);
  expect(detail).toContain("In the way: /race/live/backups");
  expect(explainFailure(inTheWay)).toMatch(/path: \/race\/live\/backups\n.*Move it/s);
});
