import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Ended } from "#test/support/processes/child.ts";
import { startChild } from "#test/support/processes/child.ts";
import { postJson } from "#test/support/processes/paired-device.ts";
import { stationProgram } from "#test/support/processes/programs.ts";
import { startSandboxProcess } from "#test/support/processes/sandbox-process.ts";
import { startStationChild, startStationProcess } from "#test/support/processes/station-process.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

/** Runs a station that must refuse to start. */
const refusal = (flags: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
  startStationChild(["--port", "0", ...flags], { env }).ended();

/** A folder that is not writable; on Linux one that not even root may write to. */
function findUnwritableFolder(): string {
  if (process.platform === "linux") return "/sys";
  const folder = temporaryFolder();
  chmodSync(folder, 0o500);
  onTestFinished(() => chmodSync(folder, 0o700));
  return folder;
}

/** The flags for a new data folder. */
const inFolder = (dataDir = temporaryFolder()): string[] => ["--data-dir", dataDir];

/** A server on this computer that gives the same answer to every request. */
/** @param lacking The number of bytes of the body that the head announces and that never come. */
async function startForeignServer(type: string, body: string, lacking = 0): Promise<string> {
  const server = createServer((_request, response) => {
    const length = Buffer.byteLength(body) + lacking;
    response.writeHead(200, { "content-type": type, "content-length": length });
    response.write(body, () => (lacking === 0 ? response.end() : response.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("what is printed", () => {
  test("S7 with --json the first line says address, launch code, a session for scripts and process", async () => {
    const station = await startStationProcess(temporaryFolder());
    expect(JSON.parse(station.stdout())).toEqual({
      url: station.url,
      launchCode: station.launchCode,
      scriptSession: station.scriptSession,
      pid: station.pid,
    });
  });

  test("without it a person gets a link that lets them in", async () => {
    const station = startChild(stationProgram, ["--port", "0", "--no-open", ...inFolder()]);
    onTestFinished(async () => void (await station.stop()));
    await station.firstLine();
    await expect
      .poll(() => station.stdout())
      .toMatch(/http:\/\/127\.0\.0\.1:\d+\/#launch=[\w-]{43}/);
  });

  test("S7 Enter in the terminal prints a new link, which is good", async () => {
    const flags = ["--port", "0", "--no-open", ...inFolder()];
    const station = startChild(stationProgram, flags, { hasInput: true });
    onTestFinished(async () => void (await station.stop()));
    const links = (): string[] => station.stdout().match(/http:\S+#launch=\S+/g) ?? [];
    await station.firstLine();
    await expect.poll(links).toHaveLength(1);
    station.type("\n");
    await expect.poll(links).toHaveLength(2);
    const [first = "", second = ""] = links();
    expect(second).not.toBe(first);
    const [url = "", launchCode = ""] = second.split("/#launch=");
    expect((await postJson(`${url}/session`, { launchCode })).status).toBe(200);
  });

  test("--help names every flag, --version the version", async () => {
    const { code, stdout } = await startChild(stationProgram, ["--help"]).ended();
    expect(code).toBe(0);
    for (const flag of [
      "port",
      "host",
      "data-dir",
      "api-url",
      "api-key-file",
      "practice",
      "journal-mirror",
      "json",
    ]) {
      expect(stdout).toContain(`--${flag}`);
    }
    expect(await startChild(stationProgram, ["--version"]).ended()).toMatchObject({ code: 0 });
  });

  test("a flag that makes no sense is refused with a sentence", async () => {
    for (const flags of [["--port", "70000"], ["--port", "x"], ["--nonsense"], ["extra"]]) {
      const { code, stderr } = await startChild(stationProgram, flags).ended();
      expect([flags, code]).toEqual([flags, 2]);
      expect(stderr).toContain("error:");
    }
  });
});

describe("the port", () => {
  test("one in use is named and refused", async () => {
    const url = await startForeignServer("text/plain", "");
    const { port } = new URL(url);
    const { code, stderr } = await startStationChild(["--port", port, ...inFolder()]).ended();
    expect(code).toBe(1);
    expect(stderr).toContain(`port ${port}`);
    expect(stderr).toContain("--port");
  });

  test("an address that is not this computer's is refused", async () => {
    const { code, stderr } = await refusal(["--host", "192.0.2.1", ...inFolder()]);
    expect(code).toBe(1);
    expect(stderr).toContain("192.0.2.1");
  });
});

describe("a start that fails otherwise", () => {
  test("S3 an address without its network interface ends the start with a sentence, and leaves the folder free", async () => {
    const dataDir = temporaryFolder();
    const { code, stderr } = await refusal(["--host", "fe80::1", ...inFolder(dataDir)]);
    expect(code).toBe(1);
    expect(stderr).toContain("fe80::1");
    expect(await (await startStationProcess(dataDir)).call("desk.get")).toMatchObject({ ok: true });
  });

  test("S3 what nobody foresaw ends the start with a sentence, and leaves the folder free", async () => {
    const { default: Database } = await import("better-sqlite3");
    const dataDir = temporaryFolder();
    await (await startStationProcess(dataDir)).stop();
    const edit = (sql: string): void => {
      const database = new Database(join(dataDir, "live", "chute.sqlite"));
      database.exec(sql);
      database.close();
    };
    edit("INSERT INTO setting (key, value) VALUES ('desksRole', 'no JSON')");
    const { code, stderr } = await refusal(inFolder(dataDir));
    expect(code).toBe(1);
    expect(stderr).toContain("could not start");
    edit("DELETE FROM setting WHERE key = 'desksRole'");
    expect(await (await startStationProcess(dataDir)).call("desk.get")).toMatchObject({ ok: true });
  });
});

describe("the data folder", () => {
  test("S3 a second station says that the folder is in use and leaves", async () => {
    const dataDir = temporaryFolder();
    const first = await startStationProcess(dataDir);
    const { code, stderr } = await refusal(inFolder(dataDir));
    expect(code).toBe(1);
    expect(stderr).toContain("already running");
    expect(await first.call("desk.get")).toMatchObject({ ok: true });
    // The folder is also free after a kill, which leaves no time for clean-up.
    first.signal("SIGKILL");
    await first.ended();
    expect(await (await startStationProcess(dataDir)).call("desk.get")).toMatchObject({ ok: true });
  });

  test("one whose way is not there is refused, and nothing is made", async () => {
    const parent = temporaryFolder();
    const { code, stderr } = await refusal(inFolder(join(parent, "unplugged", "chute")));
    expect(code).toBe(1);
    expect(stderr).toContain("--data-dir");
    expect(readdirSync(parent)).toEqual([]);
  });

  test("a file in its place is refused", async () => {
    const path = join(temporaryFolder(), "file");
    writeFileSync(path, "");
    const { code, stderr } = await refusal(inFolder(path));
    expect(code).toBe(1);
    expect(stderr).toContain("--data-dir");
  });

  test("one that may not be written to is refused, also by root", async () => {
    const dataDir = findUnwritableFolder();
    const { code, stderr } = await refusal(inFolder(dataDir));
    expect(code).toBe(1);
    expect(stderr).toContain("may not write");
  });

  test("J9 a folder for the journal mirror that cannot hold one is refused, and nothing is made", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    const used = temporaryFolder();
    const cases = [
      [join(used, "none"), "Plug its stick in"],
      [file, "no such folder"],
      [used, "would be lost with it"],
      [findUnwritableFolder(), "takes no files"],
    ] as const;
    for (const [folder, sentence] of cases) {
      const { code, stderr } = await refusal([...inFolder(used), "--journal-mirror", folder]);
      expect([folder, code]).toEqual([folder, 1]);
      expect(stderr).toContain(sentence);
      expect(stderr).toContain("--journal-mirror");
      expect(readdirSync(used).filter((name) => name !== "logs")).toEqual([]);
    }
  });

  test("S4 a damaged database is set aside whole, reported, and never overwritten", async () => {
    const dataDir = temporaryFolder();
    await (await startStationProcess(dataDir)).stop();
    const path = join(dataDir, "live", "chute.sqlite");
    const damaged = Buffer.alloc(statSync(path).size, "not a database ");
    writeFileSync(path, damaged);

    const { code, stderr } = await refusal(inFolder(dataDir));
    expect(code).toBe(1);
    expect(stderr).toContain("--restore-backup");
    expect(stderr).toContain("--start-empty");
    const aside = join(dataDir, "live", "set-aside");
    const [folder = ""] = readdirSync(aside);
    expect(readFileSync(join(aside, folder, "chute.sqlite")).equals(damaged)).toBe(true);

    const backups = join(dataDir, "live", "backups");
    for (const name of readdirSync(backups)) writeFileSync(join(backups, name), damaged);
    const again = await refusal([...inFolder(dataDir), "--restore-backup"]);
    expect(again.stderr).toContain("None of the backups opens, so none was restored");

    const station = await startStationProcess(dataDir, ["--start-empty"]);
    expect(await station.call("desk.get")).toMatchObject({ ok: true });
  });

  test("S4 a database of a newer version is refused and left as it is", async () => {
    const { default: Database } = await import("better-sqlite3");
    const dataDir = temporaryFolder();
    await (await startStationProcess(dataDir)).stop();
    const path = join(dataDir, "live", "chute.sqlite");
    const database = new Database(path);
    database.exec("CREATE TABLE of_a_later_version (a)");
    database.pragma("user_version = 9999");
    database.close();
    const before = readFileSync(path);

    const { code, stderr } = await refusal([...inFolder(dataDir), "--start-empty"]);
    expect(code).toBe(1);
    expect(stderr).toContain("newer version");
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});

describe("the key", () => {
  const keyFile = (text: string, mode = 0o600): string => {
    const path = join(temporaryFolder(), "key");
    writeFileSync(path, text, { mode });
    chmodSync(path, mode);
    return path;
  };

  test("K1 it connects from a file or the environment, and stays out of sight and disk", async () => {
    const sandbox = await startSandboxProcess(["--runners", "10"]);
    const key = sandbox.keys["all"] ?? "";
    const givings = [
      { flags: ["--api-key-file", keyFile(`${key}\n`)], env: {} },
      { flags: [], env: { CHUTE_API_KEY: key } },
    ];
    for (const { flags, env } of givings) {
      const dataDir = temporaryFolder();
      const station = await startStationProcess(dataDir, ["--api-url", sandbox.url, ...flags], {
        env,
      });
      const connection = await station.value("connection.get", {});
      expect(connection).toMatchObject({ state: "connected", keyStore: "memory" });
      expect(JSON.stringify(connection)).not.toContain(key);
      const { stdout, stderr } = await station.stop();
      expect(stdout + stderr).not.toContain(key);
      const kept = readdirSync(dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
      expect(kept.some((text) => text.includes(key))).toBe(false);
    }
  });

  test("K1 one saved on the screen is kept in a file that only this user may read", async () => {
    const sandbox = await startSandboxProcess(["--runners", "10"]);
    const dataDir = temporaryFolder();
    const first = await startStationProcess(dataDir);
    await first.value("connection.save", {
      commandId: crypto.randomUUID(),
      baseUrl: sandbox.url,
      apiKey: sandbox.keys["all"] ?? "",
    });
    await first.stop();
    expect(statSync(join(dataDir, "secrets.json")).mode & 0o777).toBe(0o600);
    const second = await startStationProcess(dataDir);
    expect(await second.value("connection.get", {})).toMatchObject({ keyStore: "file" });
    await expect
      .poll(async () => (await second.value("connection.get", {})).state)
      .toBe("connected");
  });

  test("S4 K1 a folder in the place of the file with the keys ends the start, which names it", async () => {
    const dataDir = temporaryFolder();
    const path = join(dataDir, "secrets.json");
    mkdirSync(path);
    const { code, stderr } = await refusal(inFolder(dataDir));
    expect([code, stderr]).toEqual([1, expect.stringContaining(`path: ${path}\n`)]);
  });

  test("S12 K1 a key file that is missing, open to the group or to all, or no key is refused", async () => {
    const url = ["--api-url", "http://127.0.0.1:9"];
    const cases = [
      [join(temporaryFolder(), "none"), "There is no file"],
      [keyFile("secret-key-of-ours", 0o644), "chmod 600"],
      [keyFile("secret-key-of-ours", 0o640), "chmod 600"],
      [keyFile(""), "does not hold an API key"],
      [keyFile("two\nlines"), "does not hold an API key"],
      [temporaryFolder(), "is not a file"],
    ] as const;
    for (const [path, sentence] of cases) {
      const { code, stderr } = await refusal([...url, "--api-key-file", path, ...inFolder()]);
      expect([path, code]).toEqual([path, 1]);
      expect(stderr).toContain(sentence);
      expect(stderr).not.toContain("secret-key-of-ours");
    }
  });

  test("flags that do not fit together are refused", async () => {
    const path = keyFile("a-key");
    for (const flags of [
      ["--api-key-file", path],
      ["--api-url", "https://example.com"],
      ["--practice", "--api-url", "https://example.com"],
    ]) {
      const { code, stderr } = await refusal([...flags, ...inFolder()]);
      expect([flags, code]).toEqual([flags, 1]);
      expect(stderr).toContain("--api-");
    }
  });

  test("K2 an address that is neither https nor this computer never gets the key", async () => {
    const { code, stderr } = await refusal(["--api-url", "http://example.com", ...inFolder()], {
      CHUTE_API_KEY: "a-key",
    });
    expect(code).toBe(1);
    expect(stderr).toContain("https:");
  });

  test("a wrong key, and an address that is no partner API, are told apart", async () => {
    const sandbox = await startSandboxProcess(["--runners", "10"]);
    const page = await startForeignServer("text/html", "<h1>Wi-Fi</h1>");
    const empty = await startForeignServer("application/json", "");
    const cases = [
      [sandbox.url, "Check the key"],
      [page, "not the partner API"],
      [empty, "not the partner API"],
    ] as const;
    for (const [url, sentence] of cases) {
      const { code, stderr } = await refusal(["--api-url", url, ...inFolder()], {
        CHUTE_API_KEY: "wrong-key",
      });
      expect([url, code]).toEqual([url, 1]);
      expect(stderr).toContain(sentence);
    }
  });

  test("without a connection, or with half an answer, the desk works on and says so", async () => {
    const half = await startForeignServer("application/json", '{"success":true,"da', 50);
    for (const url of ["http://127.0.0.1:9", half]) {
      const station = await startStationProcess(temporaryFolder(), ["--api-url", url], {
        env: { CHUTE_API_KEY: "a-key" },
      });
      expect(await station.call("desk.get")).toMatchObject({ ok: true });
      expect(station.stderr()).toContain("tries again by itself");
    }
  });
});

describe("the end", () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    test(`${signal} closes in order and exits 0, twice in a row or not`, async () => {
      const station = await startStationProcess(temporaryFolder(), ["--practice"]);
      const stream = await station.request("/events");
      station.signal(signal);
      station.signal(signal);
      const { code, stderr } = await station.ended();
      await stream.text();
      expect([code, stderr.includes("Error")]).toEqual([0, false]);
    });
  }
});

test("K3 --practice opens a sample race of its own, apart from the live data", async () => {
  const dataDir = temporaryFolder();
  const station = await startStationProcess(dataDir, ["--practice"]);
  expect(await station.value("connection.get", {})).toMatchObject({ mode: "practice" });
  const { currentEventId } = await station.value("desk.get", {});
  expect(currentEventId).not.toBeNull();
  expect(readdirSync(dataDir)).toContain("practice");
});
