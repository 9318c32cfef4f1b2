import { symlinkSync, writeFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startStationRace } from "#test/support/browser/race.ts";
import type { StationProcess } from "#test/support/processes/station-client.ts";

const commandId = (): string => crypto.randomUUID();

async function makeFile(station: StationProcess, eventId: string) {
  const order = { commandId: commandId(), eventId, what: "walk-ups", format: "csv" } as const;
  return station.value("export.make", order);
}

test("S1 an exported file goes to the owner, whole, as an attachment that nobody keeps", async () => {
  const { host: station, eventId } = await startStationRace({ runners: 10 });
  const form = { eventRunId: "", email: "w@example.org", name: "مها", registrationType: "free" };
  const { runs } = await station.value("event.get", { eventId });
  const save = { commandId: commandId(), eventId, checkIn: false, bib: "0900" };
  await station.value("walkUp.save", { ...save, form: { ...form, eventRunId: runs[0]?.id ?? "" } });
  const made = await makeFile(station, eventId);
  const answer = await station.request(`/exports/${made.name}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${made.name}"`);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes).toHaveLength(made.bytes);
  expect(answer.headers.get("content-length")).toBe(String(made.bytes));
  expect(bytes.toString()).toContain('"0900","مها"');
  const head = await station.request(`/exports/${made.name}`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("S1 nobody else gets it: no token, a token in the address, a paired device", async () => {
  const { host: station, eventId } = await startStationRace({ runners: 10 });
  const { name } = await makeFile(station, eventId);
  const path = `/exports/${name}`;
  expect((await fetch(`${station.url}${path}`)).status).toBe(401);
  expect((await fetch(`${station.url}${path}?token=${station.scriptSession}`)).status).toBe(401);
  const { code } = await station.value("pairing.open", { commandId: commandId() });
  const paired = await fetch(`${station.url}/pair`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code, name: "Tablet" }),
  });
  const { value } = (await paired.json()) as { readonly value: { readonly session: string } };
  const asTablet = { headers: { authorization: `Bearer ${value.session}` } };
  expect((await fetch(`${station.url}/rpc`, asTablet)).status).toBe(200);
  for (const asked of [path, "/exports/x.csv"]) {
    const refused = await fetch(`${station.url}${asked}`, asTablet);
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { ok: false, error: { code: "not-allowed" } },
    ]);
  }
  expect((await station.request(path, { method: "DELETE" })).status).toBe(405);
});

test("S1 no name leads out of the folder, to what is no export, or to what is gone", async () => {
  const { host: station, eventId } = await startStationRace({ runners: 10 });
  const made = await makeFile(station, eventId);
  const { folder } = await station.value("export.list", {});
  const link = made.name.replace(/^/, "link-");
  symlinkSync("/etc/hostname", join(folder, link));
  writeFileSync(join(folder, "private.csv"), "secret");
  const names = [
    "../owner-token",
    "..%2F..%2Fowner-token",
    "..%5Cchute.sqlite",
    "%2Fetc%2Fhostname",
    "%00",
    ".",
    "",
    "private.csv",
    link,
    `${made.name}.part`,
    made.name.toUpperCase(),
    "%E0%A4%A",
    "x".repeat(4_000),
  ];
  for (const name of names) {
    const answer = await station.request(`/exports/${name}`);
    expect([name, answer.status]).toEqual([
      name,
      expect.toSatisfy((code) => [400, 404].includes(code)),
    ]);
    expect(await answer.text()).not.toContain("secret");
  }
  rmSync(made.path);
  expect((await station.request(`/exports/${made.name}`)).status).toBe(404);
});
