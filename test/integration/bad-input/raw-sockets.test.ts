import { connect } from "node:net";
import { expect, test } from "vitest";
import type { StationProcess } from "#test/support/processes/station-client.ts";
import { startStationProcess } from "#test/support/processes/station-process.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

/** Sends these bytes and returns what came back until the station closed the connection. */
function exchange(station: StationProcess, bytes: string, halfClose = false): Promise<string> {
  const { port } = new URL(station.url);
  return new Promise((resolve) => {
    const said: string[] = [];
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.write(bytes);
      if (halfClose) socket.end();
    });
    socket.setEncoding("latin1").on("data", (text) => said.push(String(text)));
    socket.on("error", () => undefined).on("close", () => resolve(said.join("")));
  });
}

const statusOf = (answer: string): number => Number(answer.split(" ")[1] ?? 0);

test("S1 no request gets further than its token: hosts, origins, methods, paths", async () => {
  const station = await startStationProcess(temporaryFolder());
  const host = `127.0.0.1:${new URL(station.url).port}`;
  const port = host.split(":")[1] ?? "";
  const token = `Authorization: Bearer ${station.scriptSession}\r\n`;
  const ask = (line: string, headers = "", body = "") =>
    `${line} HTTP/1.1\r\nConnection: close\r\n${headers}\r\n${body}`;
  const own = `Host: ${host}\r\n`;
  const call = `${token}Content-Type: application/json\r\nContent-Length: 2\r\n`;
  const cases: readonly (readonly [string, string, readonly number[]])[] = [
    ["no host", ask("GET /"), [400]],
    ["HTTP/1.0 without a host", "GET / HTTP/1.0\r\n\r\n", [400, 403]],
    ["a foreign host", ask("GET /", `Host: evil.example:${port}\r\n`), [403]],
    ["two hosts", ask("GET /", `Host: evil.example\r\n${own}`), [400, 403]],
    ["no port", ask("GET /", "Host: 127.0.0.1\r\n"), [403]],
    ["user part", ask("GET /", `Host: ${host}@evil.example\r\n`), [400, 403]],
    ["number as host", ask("GET /", `Host: 2130706433:${port}\r\n`), [403]],
    ["origin null", ask("POST /rpc/desk.get", `${own}${call}Origin: null\r\n`, "{}"), [403]],
    [
      "foreign origin",
      ask("POST /rpc/desk.get", `${own}${call}Origin: http://evil.example\r\n`, "{}"),
      [403],
    ],
    [
      "same host, other port",
      ask("POST /rpc/desk.get", `${own}${call}Origin: http://127.0.0.1:1\r\n`, "{}"),
      [403],
    ],
    [
      "cross-site by the browser's word",
      ask("POST /rpc/desk.get", `${own}${call}Sec-Fetch-Site: cross-site\r\n`, "{}"),
      [403],
    ],
    [
      "preflight",
      ask(
        "OPTIONS /rpc/desk.get",
        `${own}Origin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n`,
      ),
      [403],
    ],
    ["HEAD of the shell", ask("HEAD /", own), [200]],
    ["HEAD of a procedure list", ask("HEAD /rpc", own), [401]],
    ["TRACE", ask("TRACE /", own), [405]],
    ["dots", ask("GET /../../../etc/passwd", own), [404]],
    ["encoded dots", ask("GET /..%2f..%2f..%2fetc%2fpasswd", own), [404]],
    ["encoded twice", ask("GET /%252e%252e/%252e%252e/etc/passwd", own), [404]],
    ["backslashes", ask("GET /..\\..\\etc\\passwd", own), [400, 404]],
    ["a NUL", ask("GET /index.html%00.png", own), [404]],
    ["broken escapes", ask("GET /%zz%ff", own), [404]],
    ["two slashes", ask("GET //etc/passwd", own), [404]],
    ["8,000 characters", ask(`GET /${"a".repeat(8_000)}`, own), [404]],
    ["100,000 characters", ask(`GET /${"a".repeat(100_000)}`, own), [431, 0]],
    ["no HTTP at all", "\u0016\u0003\u0001\u0002\r\n\r\n", [400]],
    [
      "two lengths",
      ask("POST /rpc/desk.get", `${own}${call}Transfer-Encoding: chunked\r\n`, "0\r\n\r\n"),
      [400],
    ],
    [
      "an endless body",
      ask(
        "POST /rpc/desk.get",
        `${own}${token}Content-Type: application/json\r\nContent-Length: 99999999\r\n`,
      ),
      [413],
    ],
  ];
  for (const [what, bytes, statuses] of cases) {
    const answer = await exchange(station, bytes);
    expect(statuses, `${what}: ${answer.slice(0, 300)}`).toContain(statusOf(answer));
    expect(answer, what).not.toMatch(/access-control-allow/i);
    expect(answer, what).not.toContain("root:");
    if (answer.includes('"ok"')) expect(answer, what).toMatch(/^content-security-policy:/im);
  }
  const whole = ask("POST /rpc/desk.get", `${own}${call}`, "{}");
  expect(statusOf(await exchange(station, whole, true))).toBe(200);
  const cut = ask("POST /rpc/desk.get", `${own}${call.replace(": 2", ": 50")}`, "{}");
  expect([0, 400]).toContain(statusOf(await exchange(station, cut, true)));
  expect((await station.call("desk.get")).ok).toBe(true);
  const { stderr } = await station.stop();
  // A device that disconnected is not a bug of the program.
  expect(stderr).not.toContain("station.bug");
  expect(stderr).not.toContain(station.scriptSession);
});

test("deep, endless and misspelled JSON is answered in the envelope", async () => {
  const station = await startStationProcess(temporaryFolder());
  const ask = async (body: string) => {
    const headers = { "content-type": "application/json" };
    const answer = await station.request("/rpc/desk.get", { method: "POST", headers, body });
    const reply = (await answer.json()) as { readonly error?: { readonly code: string } };
    return [answer.status, reply.error?.code];
  };
  const deep = `${'{"a":'.repeat(40_000)}1${"}".repeat(40_000)}`;
  expect(await ask(deep)).toEqual([400, "not-json"]);
  expect(await ask("[".repeat(200_000))).toEqual([400, "not-json"]);
  expect(await ask(`{"a":1e999,"__proto__":{"x":1}}`)).toEqual([200, undefined]);
  expect(await ask("'{}'")).toEqual([400, "not-json"]);
  expect(await ask("7")).toEqual([400, "invalid-input"]);
  expect(await ask("\uFEFF{}")).toEqual([200, undefined]);
});
