import { beforeEach, expect, test, vi } from "vitest";
import { backupProblem, words } from "#main/data-folders/open-error-messages.ts";
import { createRestart } from "#main/data-folders/restart.ts";

const { app, dialog, log } = await vi.hoisted(async () => {
  const { EventEmitter } = await import("node:events");
  const made: string[] = [];
  const relaunch = ({ args }: { readonly args: readonly string[] }): void =>
    void made.push(`relaunch ${args.join(" ")}`);
  return {
    app: Object.assign(new EventEmitter(), { quit: () => undefined, relaunch }),
    dialog: { showErrorBox: (_title: string, text: string) => void made.push(text) },
    log: made,
  };
});
vi.mock("electron", () => ({ app, dialog }));

/** A restart in a data folder that is not there, so that each restoring is refused. */
const begin = () => createRestart({ dataDir: "/not-there" }, { runtime: [], own: [] });

beforeEach(() => {
  app.removeAllListeners();
  log.length = 0;
});

test("S4 a backup is restored after closing; if that is refused, the person learns why", () => {
  const restart = begin();
  restart.fromBackup("/stick/backup.sqlite");
  restart.finish();
  const refusal = backupProblem({ code: "folder-missing", message: "" });
  expect(log).toEqual([refusal, "relaunch --data-dir=/not-there"]);
});

test("S4 if closing was given up, no backup is restored over the open database, and the person is told", () => {
  const restart = begin();
  restart.fromBackup("/stick/backup.sqlite");
  restart.giveUp();
  restart.finish();
  expect(log).toEqual([words.notRestored, "relaunch --data-dir=/not-there"]);
});

test("S3 if closing was given up, Chute opens the other folder all the same", () => {
  const restart = begin();
  restart.inFolder("/other");
  restart.giveUp();
  expect(log).toEqual(["relaunch --data-dir=/other"]);
});
