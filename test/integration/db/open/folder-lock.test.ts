import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { uptime } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openReader } from "#core/db/open/connection.ts";
import { lockFolder } from "#core/db/open/folder-lock.ts";
import { createManualClock } from "#test/support/clock.ts";
import { openTestDatabase, temporaryFolder } from "#test/support/database.ts";

const clock = createManualClock();

const holder = `
  import { lockFolder } from "#core/db/open/folder-lock.ts";
  const locked = lockFolder(process.argv[1], { clock: { now: () => 42 } });
  process.stdout.write(locked.ok ? "held" : locked.error.code);
  setInterval(() => {}, 1000);`;

async function holdInAnotherProcess(folder: string) {
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", holder, folder], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [said] = await once(child.stdout, "data");
  return { child, said: String(said) };
}

describe("folder lock", () => {
  test("S3 a second process says who has the folder, and a killed owner leaves it free", async () => {
    const folder = temporaryFolder();
    const { child, said } = await holdInAnotherProcess(folder);
    expect(said).toBe("held");
    const refused = lockFolder(folder, { clock });
    expect(!refused.ok && refused.error).toMatchObject({
      code: "folder-in-use",
      details: { pid: child.pid, sinceMs: 42 },
    });
    child.kill("SIGKILL");
    await once(child, "close");
    const taken = lockFolder(folder, { clock });
    expect(taken.ok).toBe(true);
    const second = await holdInAnotherProcess(folder);
    expect(second.said).toBe("folder-in-use");
    second.child.kill();
    if (taken.ok) taken.value.release();
  });

  const putFolder = (path: string) => mkdirSync(path);
  const putPipe = (path: string) => execFileSync("mkfifo", [path]);
  const putLoop = (path: string): void => symlinkSync(path, path);
  const putBytes = (path: string) => writeFileSync(path, "x".repeat(9_000));
  test.each([
    ["a folder", "chute.lock", putFolder],
    ["a folder", "lock-owner.json", putFolder],
    ["a file of another program", "chute.lock", putBytes],
    // Windows has no pipes among its files.
    ...(process.platform === "win32"
      ? []
      : ([
          ["a pipe", "chute.lock", putPipe],
          ["a pipe", "lock-owner.json", putPipe],
          ["a link that leads to itself", "chute.lock", putLoop],
        ] as const)),
  ] as const)(
    "S3 %s in the place of %s is named, and the start does not wait for it",
    (_what, name, put) => {
      const folder = temporaryFolder();
      const path = join(folder, name);
      put(path);
      const refused = lockFolder(folder, { clock });
      expect(!refused.ok && refused.error).toMatchObject({
        code: "file-in-the-way",
        details: { path },
      });
    },
  );

  test("S3 an owner whose lock file was deleted stays the only one, until it ends", async () => {
    const folder = temporaryFolder();
    const { child } = await holdInAnotherProcess(folder);
    rmSync(join(folder, "chute.lock"));
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const refused = lockFolder(folder, { clock });
      expect(!refused.ok && refused.error).toMatchObject({
        code: "folder-in-use",
        details: { pid: child.pid, sinceMs: 42 },
      });
    }
    child.kill("SIGKILL");
    await once(child, "close");
    const taken = lockFolder(folder, { clock });
    expect(taken.ok).toBe(true);
    if (taken.ok) taken.value.release();
  });

  test("S3 a copy of a folder that is in use on this computer is refused as a copy, with the original's name", async () => {
    const folder = realpathSync(temporaryFolder());
    const { child } = await holdInAnotherProcess(folder);
    const copy = join(temporaryFolder(), "copy");
    cpSync(folder, copy, { recursive: true });
    const refused = lockFolder(copy, { clock });
    expect(!refused.ok && refused.error).toMatchObject({
      code: "folder-in-use",
      message: `This folder is a copy, and another process works with its original, ${folder}`,
    });
    child.kill("SIGKILL");
    await once(child, "close");
    const taken = lockFolder(copy, { clock });
    expect(taken.ok).toBe(true);
    if (taken.ok) taken.value.release();
  });

  test("S3 after a crash a process with the former owner's number keeps nobody out", () => {
    const folder = temporaryFolder();
    const taken = lockFolder(folder, { clock });
    const owner = JSON.parse(readFileSync(join(folder, "lock-owner.json"), "utf8"));
    if (taken.ok) taken.value.release();
    // Process 1 of a computer always runs.
    writeFileSync(join(folder, "lock-owner.json"), JSON.stringify({ ...owner, pid: 1 }));
    const next = lockFolder(folder, { clock });
    expect(next.ok).toBe(true);
    if (next.ok) next.value.release();
  });

  /** The owner file of a folder that was copied while a process that still runs had it: it names another lock file. */
  function copiedOwner(folder: string, facts: Record<string, unknown>): void {
    const owner = { pid: process.ppid, sinceMs: 42, file: "no such file", ...facts };
    writeFileSync(join(folder, "lock-owner.json"), JSON.stringify(owner));
  }
  const lockHere = (folder: string) => {
    const taken = lockFolder(folder, { clock, computer: { id: "this laptop" } });
    if (taken.ok) taken.value.release();
    return taken.ok ? "free" : taken.error.code;
  };
  /** What this computer writes into the owner file. */
  function ownFacts(): Record<string, unknown> {
    const folder = temporaryFolder();
    const taken = lockFolder(folder, { clock, computer: { id: "this laptop" } });
    const facts = JSON.parse(readFileSync(join(folder, "lock-owner.json"), "utf8"));
    if (taken.ok) taken.value.release();
    return { computer: facts.computer, upSeconds: facts.upSeconds };
  }

  test("S3 a folder copied from another computer is free, whatever its owner's number is here", () => {
    const folder = temporaryFolder();
    copiedOwner(folder, { ...ownFacts(), computer: "another laptop" });
    expect(lockHere(folder)).toBe("free");
  });

  test("S3 an owner from before the computer's last start keeps nobody out", () => {
    const folder = temporaryFolder();
    copiedOwner(folder, { ...ownFacts(), upSeconds: Math.ceil(uptime()) + 3600 });
    expect(lockHere(folder)).toBe("free");
  });

  test("S3 an owner of this computer and this start, or of an earlier version, keeps others out", () => {
    for (const facts of [ownFacts(), {}]) {
      const folder = temporaryFolder();
      copiedOwner(folder, facts);
      expect(lockHere(folder)).toBe("folder-in-use");
    }
  });

  test("S3 the owner file does not tell the computer's id", () => {
    expect(JSON.stringify(ownFacts())).not.toContain("this laptop");
  });

  test("S3 one process cannot take it twice, and can again after giving it back", () => {
    const folder = temporaryFolder();
    const first = lockFolder(folder, { clock });
    const second = lockFolder(folder, { clock });
    expect(!second.ok && second.error.code).toBe("folder-in-use");
    if (first.ok) first.value.release();
    const third = lockFolder(folder, { clock });
    expect(third.ok).toBe(true);
    if (third.ok) third.value.release();
  });

  test("S3 the owner's readers may read the database meanwhile", () => {
    const folder = temporaryFolder();
    const lock = lockFolder(folder, { clock });
    const { db, stores } = openTestDatabase({ folder: join(folder, "live") });
    db.transaction(() => stores.meta.set("a", "1"));
    const reader = openReader(db.path);
    const read = reader.prepare("SELECT value FROM meta WHERE key = 'a'").pluck().get();
    expect(read).toBe("1");
    expect(() => reader.exec("DELETE FROM meta")).toThrow("readonly");
    reader.close();
    if (lock.ok) lock.value.release();
  });

  test("S3 a missing folder is told as such", () => {
    const lock = lockFolder(join(temporaryFolder(), "absent"), { clock });
    expect(!lock.ok && lock.error.code).toBe("folder-missing");
  });
});
