import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createHostLogger } from "#station/host/logger.ts";
import type { TestCore } from "#test/support/test-core.ts";
import { memorySecrets } from "#core/workspace.ts";
import { newCommandId, openTestCore, temporaryFolder } from "#test/support/test-core.ts";
import { createTinyPartner, tinyEventId as eventId } from "#test/support/tiny-partner.ts";
import { harbourRun } from "../services/harbour-run.ts";

const planted = {
  name: "Quillon Vestergaard",
  email: "quillon@example.org",
  key: "live_6d1b7c0a5e92447f8831",
  token: "tok-5b0d6b7a",
  operator: "Zephyrine Abara",
  folder: "/home/zephyrine",
};

/** An error whose message and fields quote everything, as errors of parsers, drivers and fetch do. */
function errorWithSecrets(): Error {
  const { name, email, key, token, operator, folder } = planted;
  const text = `${name} <${email}> ${key} https://api.example.org/x?token=${token} ${operator} ${folder}`;
  const cause = Object.assign(new TypeError(`Unexpected token in JSON: ${text}`), { code: email });
  return new Error(`${text}\n    at ${name} (${folder}/x.js:1:2)`, { cause });
}

const fail = async (): Promise<never> => {
  throw errorWithSecrets();
};

test("K1 whatever goes wrong, the log holds no key, no token, no name and no e-mail", async () => {
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const folder = temporaryFolder();
  const logger = createHostLogger({ now: () => Date.UTC(2026, 4, 17) });
  logger.keepIn(folder);
  const partner = createTinyPartner({
    ...harbourRun,
    registrations: [
      ...harbourRun.registrations,
      { _id: "quillon", eventRunId: "run-10", email: planted.email, name: planted.name },
    ],
  });
  let answer: (() => Response) | null = null;
  const secrets = memorySecrets();
  let keepsSecrets = true;
  const desk = await openTestCore({
    ports: {
      logger,
      fetch: async (...call) => (answer === null ? partner.fetch(...call) : answer()),
      secrets: {
        ...secrets,
        remove: async (name) => (keepsSecrets ? secrets.remove(name) : fail()),
      },
      startPractice: fail,
      chooseFolder: fail,
      printing: { print: fail, chooseFile: fail },
    },
  });
  const order = () => ({ commandId: newCommandId() });
  const say = (reply: Awaited<ReturnType<TestCore["core"]["dispatch"]>>) =>
    reply.ok ? "ok" : reply.error.code;

  // A walk-up, a scan and an unknown call, all with personal data. Every command names the operator.
  await desk.value("settings.save", { ...order(), operator: planted.operator });
  const saved = await desk.value("connection.save", {
    ...order(),
    baseUrl: partner.baseUrl,
    apiKey: planted.key,
  });
  expect(saved.organization?.name).toBe("Harbour AC");
  await desk.value("event.refresh", order());
  const stop = desk.core.subscribe(() => {
    throw errorWithSecrets();
  });
  await desk.value("download.start", { ...order(), eventIds: [eventId] });
  for (let turn = 0; turn < 30; turn += 1) await desk.clock.advance(100);
  const form = {
    eventRunId: "run-10",
    email: planted.email,
    name: planted.name,
    registrationType: "free",
  };
  await desk.value("walkUp.save", { ...order(), eventId, form, checkIn: true });

  const { name, email, key, token } = planted;
  const bodies = [
    `{"data": [{"name": "${name}", "email": "${email}"`,
    `<html>${name} ${email} ${key} <a href="/?token=${token}">`,
    JSON.stringify({ error: { code: "CONFLICT", message: `${name} ${key}`, details: { email } } }),
  ];
  /** Waits for replies that depend on the manual clock. */
  const through = async (...calls: readonly Promise<unknown>[]): Promise<void> => {
    const all = Promise.all(calls);
    const over = all.then(() => "over");
    const aWhile = async (): Promise<"not yet"> => {
      await desk.clock.advance(20_000);
      // A person's request waits as long as the API answers 429, and here it does so until "Do not wait".
      await desk.call("pull.stop", order());
      return "not yet";
    };
    for (let turn = 0; turn < 100; turn += 1) {
      if ((await Promise.race([over, aWhile()])) === "over") break;
    }
    await all;
  };
  const askAll = () =>
    through(
      desk.call("event.refresh", order()),
      desk.call("outbox.tryNow", order()),
      desk.call("download.start", { ...order(), eventIds: [eventId] }),
    );
  for (const [at, status] of [200, 302, 409, 422, 429, 500, 401].entries()) {
    answer = () =>
      new Response(bodies[at % bodies.length], {
        status,
        headers: { "content-type": "application/json", location: `https://x/?token=${token}` },
      });
    await askAll();
  }
  answer = () => {
    throw errorWithSecrets();
  };
  await askAll();

  const asker = { role: "owner", window: 1 } as const;
  const paper = { ...order(), eventId, runId: null, what: "award-sheets" };
  expect(say(await desk.core.dispatch("paper.save", paper, asker))).toBe("internal");
  expect(say(await desk.core.dispatch("export.chooseFolder", order(), asker))).toBe("internal");
  expect(say(await desk.core.dispatch("practice.start", order(), asker))).toBe(
    "practice-unavailable",
  );
  const backups = join(desk.dataDir, "live", "backups");
  rmSync(backups, { recursive: true, force: true });
  writeFileSync(backups, "in the way");
  await desk.call("backup.make", order());
  rmSync(backups);
  mkdirSync(backups);
  keepsSecrets = false;
  await desk.call("connection.forget", order());
  logger.log("error", "station.bug", {
    error: errorWithSecrets(),
    url: `http://x/#launch=${token}`,
  });

  await desk.clock.advance(1_000);
  stop();
  await desk.core.close();
  const printed = stderr.mock.calls.map(([text]) => String(text)).join("");
  stderr.mockRestore();
  const logs = join(folder, "logs");
  const text = readdirSync(logs)
    .map((file) => readFileSync(join(logs, file), "utf8"))
    .join("");
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const events = new Set(lines.map(({ event }) => event));
  for (const event of [
    "partner.exchange",
    "change-feed.listener-threw",
    "router.internal",
    "practice.sandbox-failed",
    "station.bug",
  ]) {
    expect(events, event).toContain(event);
  }
  expect(lines).toContainEqual(
    expect.objectContaining({
      procedure: "paper.save",
      error: expect.objectContaining({ cause: expect.anything() }),
    }),
  );
  const parts = Object.values(planted).flatMap((whole) => [whole, ...whole.split(/[\s@/]/)]);
  for (const part of parts.filter((each) => each.length > 3 && each !== "home")) {
    expect(text, part).not.toContain(part);
    expect(printed, part).not.toContain(part);
  }
});
