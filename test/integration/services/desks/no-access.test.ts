import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { signingKeyName } from "#core/db/journal/journal-signer.ts";
import { joinHub, openHub, openOrganizer, openVenueDesk } from "#test/support/desks/venue.ts";
import { memorySecrets } from "#core/workspace.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

/** A full desk that was closed. */
async function openClosedDesk() {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  const secrets = memorySecrets();
  const dataDir = temporaryFolder();
  const desk = await joinHub(hub, code, { name: "Laptop 2", dataDir, secrets });
  await desk.close();
  return { hub, dataDir, secrets };
}

const noAccess = { state: "refused", why: "no-access", unsent: null };

test("M3 M6 a full desk that went back to a backup says that it must join again", async () => {
  const { dataDir, secrets } = await openClosedDesk();
  // A backup has no signing key (S11).
  const raw = new Database(join(dataDir, "live", "chute.sqlite"));
  raw.prepare("DELETE FROM meta WHERE key = ?").run(signingKeyName);
  raw.close();
  const again = await openVenueDesk({ dataDir, secrets });
  expect((await again.value("desks.get", {})).link).toMatchObject(noAccess);
  const refused = await again.call("desk.leave", {});
  expect(refused.ok ? "left" : refused.error.code).toBe("unsent");
  expect(await again.value("desk.leave", { evenUnsent: true })).toMatchObject({ role: "alone" });
});

test("M3 a full desk whose token cannot be read says so", async () => {
  const { dataDir } = await openClosedDesk();
  const again = await openVenueDesk({ dataDir, secrets: memorySecrets() });
  const { role, link } = await again.value("desks.get", {});
  expect(role).toBe("full");
  expect(link).toMatchObject(noAccess);
});
