import { expect, onTestFinished, test, vi } from "vitest";
import type { WriteAt } from "#core/db/journal-mirror/journal-mirror-disk.ts";
import { writeToFile } from "#core/db/journal-mirror/journal-mirror-disk.ts";
import { createJournalMirror } from "#core/db/journal-mirror/journal-mirror.ts";
import { openSigner } from "#core/db/journal/journal-signer.ts";
import { createManualClock } from "#test/support/clock.ts";
import { author, openTestDatabase } from "#test/support/database.ts";
import { temporaryFolder } from "#test/support/test-core.ts";
import { tinyEventId as eventId } from "#test/support/tiny-partner.ts";

/** A journal whose mirror is written by `writeAt`. */
function openMirror(writeAt: WriteAt, diskOf?: (folder: string) => Promise<number>) {
  const clock = createManualClock();
  const { db, stores, files } = openTestDatabase();
  const onChange = vi.fn<() => void>();
  const box = createJournalMirror({
    db,
    device: stores.journal.device,
    signer: () => openSigner(db, stores.meta),
    home: files.folder,
    clock,
    logger: { log: () => undefined },
    onChange,
    writeAt,
    ...(diskOf === undefined ? {} : { diskOf }),
  });
  // The close waits for a write that hangs, but only for a limited time.
  onTestFinished(async () => {
    const closed = box.close();
    await clock.advance(5_000);
    await closed;
  });
  box.use(temporaryFolder());
  const save = () =>
    db.transaction(() =>
      stores.journal.append({
        kind: "check-in.made",
        payload: {},
        eventId,
        subject: "ana",
        ...author,
      }),
    );
  const until = (holds: () => void) =>
    vi.waitFor(
      async () => {
        await clock.advance(1_000);
        holds();
      },
      { timeout: 20_000 },
    );
  return { box, save, until, home: files.folder, clock, onChange };
}

test("J9 J1 no command waits for a mirror disk that hangs", async () => {
  let release = (): void => undefined;
  let asked = 0;
  const { box, save, until } = openMirror(() => {
    asked += 1;
    return new Promise((resolve) => (release = resolve));
  });
  save();
  await until(() => expect(asked).toBe(1));
  for (let count = 0; count < 50; count += 1) save();
  await until(() => expect(box.state()).toMatchObject({ behind: 51, lastAtMs: null }));
  expect(asked).toBe(1);
  release();
  await until(() => expect(asked).toBe(2));
  release();
  await until(() => expect(box.state()).toMatchObject({ behind: 0, why: null }));
});

test("J9 screens hear that a slow mirror has caught up, so that no entry is on the way for ever", async () => {
  let release = (): void => undefined;
  let asked = 0;
  const { box, save, clock, onChange } = openMirror(() => {
    asked += 1;
    return new Promise((resolve) => (release = resolve));
  });
  save();
  await vi.waitFor(async () => {
    await clock.advance(10);
    expect(asked).toBe(1);
  });
  await clock.advance(300);
  onChange.mockClear();
  release();
  await vi.waitFor(() => expect(box.state()).toMatchObject({ behind: 0 }));
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
});

test("J9 a mirror disk that hangs is reported, and another folder does not wait for it", async () => {
  const paths: string[] = [];
  const { box, save, until } = openMirror(async (path) => {
    paths.push(path);
    if (paths.length === 1) await new Promise<void>(() => undefined);
  });
  save();
  await until(() => expect(box.state()).toMatchObject({ behind: 1, why: "no-answer" }));
  save();
  const other = temporaryFolder();
  box.use(other);
  await until(() => expect(box.state()).toMatchObject({ behind: 0, why: null }));
  expect(paths[1]).toMatch(new RegExp(`^${other}`));
});

test("J9 if the disk hangs while the mirror closes, the mirror reports nothing after the close", async () => {
  let asked = 0;
  const { box, save, until, clock, onChange } = openMirror(async () => {
    asked += 1;
    await new Promise<void>(() => undefined);
  });
  save();
  await until(() => expect(asked).toBe(1));
  const closed = box.close();
  await clock.advance(5_000);
  await closed;
  onChange.mockClear();
  await clock.advance(60_000);
  expect(onChange).not.toHaveBeenCalled();
});

test("J9 when a hanging disk answers again, the mirror catches up and no problem is reported any more", async () => {
  let release = (): void => undefined;
  let writes = 0;
  const { box, save, until } = openMirror(async () => {
    writes += 1;
    if (writes === 1) await new Promise<void>((resolve) => (release = resolve));
  });
  save();
  await until(() => expect(box.state()).toMatchObject({ why: "no-answer" }));
  save();
  release();
  await until(() => expect(box.state()).toMatchObject({ behind: 0, why: null }));
});

test("J9 the empty folder that a pulled stick leaves on this computer's disk is not the stick", async () => {
  let isPlugged = true;
  const paths: string[] = [];
  let isBroken = false;
  const { box, save, until, home, clock } = openMirror(
    async (path, position, text) => {
      if (isBroken) throw Object.assign(new Error("gone"), { code: "EIO" });
      paths.push(path);
      await writeToFile(path, position, text);
    },
    async (folder) => (folder === home || !isPlugged ? 1 : 2),
  );
  save();
  await until(() => expect(box.state()).toMatchObject({ behind: 0, why: null, isSameDisk: false }));
  isBroken = true;
  save();
  await until(() => expect(box.state()).toMatchObject({ behind: 1, why: "unknown" }));
  isPlugged = false;
  await until(() => expect(box.state()).toMatchObject({ behind: 1, why: "file-gone" }));
  isBroken = false;
  await clock.advance(20_000);
  await until(() => expect(box.state()).toMatchObject({ behind: 1, why: "file-gone" }));
  expect(paths).toHaveLength(1);
  isPlugged = true;
  await until(() => expect(box.state()).toMatchObject({ behind: 0, why: null, isSameDisk: false }));
});

test("J9 a full stick is reported and tried again, and the mirror catches up once the stick has free space", async () => {
  let isFull = true;
  const written: string[] = [];
  const { box, save, until } = openMirror(async (_path, _position, text) => {
    if (isFull) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
    written.push(text);
  });
  save();
  await until(() => expect(box.state()).toMatchObject({ behind: 1, why: "disk-full" }));
  save();
  isFull = false;
  await until(() => expect(box.state()).toMatchObject({ behind: 0, why: null }));
  expect(written.join("").trimEnd().split("\n")).toHaveLength(3);
});
