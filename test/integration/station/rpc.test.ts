import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { procedures } from "#shared/contract/index.ts";
import type { Result } from "#shared/result.ts";
import { tooManyStreams } from "#shared/contract/channels.ts";
import { streamsPerScreen } from "#station/http/invalidation-stream.ts";
import { startStationProcess } from "#test/support/processes/station-process.ts";
import { temporaryFolder } from "#test/support/test-core.ts";

const json = { "content-type": "application/json" };

describe("the envelope", () => {
  test("every answer of /rpc is an envelope with a status that says the same", async () => {
    const station = await startStationProcess(temporaryFolder());
    const ask = async (
      path: string,
      init: RequestInit,
    ): Promise<{ status: number; code: string | undefined }> => {
      const answer = await station.request(path, { method: "POST", headers: json, ...init });
      const reply = (await answer.json()) as Result<unknown>;
      return { status: answer.status, code: reply.ok ? undefined : reply.error.code };
    };
    const told = { status: 200, code: undefined };

    expect(await ask("/rpc/desk.get", { body: "{}" })).toEqual(told);
    expect(await ask("/rpc/desk.get", { body: "" })).toEqual(told);
    for (const name of ["nothing.such", "constructor", "__proto__", "toString", "%00", "../rpc"]) {
      const { status, code } = await ask(`/rpc/${encodeURIComponent(name)}`, { body: "{}" });
      expect([name, status, code]).toEqual([name, 404, "unknown-procedure"]);
    }
    expect(await ask("/rpc/desk.get", { body: "{" })).toEqual({ status: 400, code: "not-json" });
    expect(await ask("/rpc/desk.get", { body: "[]" })).toEqual({
      status: 400,
      code: "invalid-input",
    });
    expect(await ask("/rpc/practice.leave", { body: '{"commandId":"12345678"}' })).toEqual({
      status: 422,
      code: "not-practising",
    });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      expect(await ask("/rpc/desk.get", { headers: { "content-type": type }, body: "{}" })).toEqual(
        { status: 415, code: "wrong-content-type" },
      );
    }
    const tooLarge = JSON.stringify({ text: "x".repeat(1024 * 1024) });
    expect(await ask("/rpc/desk.get", { body: tooLarge })).toEqual({
      status: 413,
      code: "too-large",
    });
    const put = await station.request("/rpc/desk.get", { method: "PUT", headers: json });
    expect([put.status, await put.json()]).toMatchObject([405, { ok: false }]);
  });

  test("GET /rpc lists every procedure of the contract with its schemas", async () => {
    const station = await startStationProcess(temporaryFolder());
    const answer = (await (await station.request("/rpc")).json()) as {
      readonly value: { readonly procedures: readonly Record<string, unknown>[] };
    };
    const listed = answer.value.procedures;
    expect(listed.map(({ name }) => name)).toEqual(Object.keys(procedures));
    for (const { name, kind, role, summary, errors, input, output } of listed) {
      const own = procedures[name as keyof typeof procedures];
      expect({ kind, role, summary, errors }).toEqual({
        kind: own.kind,
        role: own.role,
        summary: own.summary,
        errors: [...own.errors],
      });
      expect([name, input, output]).toEqual([
        name,
        expect.objectContaining({ type: "object" }),
        expect.objectContaining({ $schema: expect.any(String) }),
      ]);
    }
  });
});

describe("S12 a body whose length is not announced", () => {
  /** A POST in pieces, with `Transfer-Encoding: chunked`. */
  const chunked = (text: string) => ({
    method: "POST",
    headers: json,
    body: new Blob([text]).stream(),
    duplex: "half" as const,
  });

  test("S12 is read, and refused as soon as it is larger than the limit", async () => {
    const station = await startStationProcess(temporaryFolder());
    const read = await station.request("/rpc/desk.get", chunked("{}"));
    expect([read.status, await read.json()]).toMatchObject([200, { ok: true }]);
    const large = await station.request("/rpc/desk.get", chunked(" ".repeat(300 * 1024)));
    expect([large.status, await large.json()]).toMatchObject([
      413,
      { error: { code: "too-large" } },
    ]);
    for (const method of ["GET", "HEAD"]) {
      const bare = await station.request("/session/hello", { method, headers: json });
      expect(bare.status).toBeGreaterThanOrEqual(400);
      expect(bare.status).toBeLessThan(500);
    }
    const pairing = await station.request("/pair", chunked("{}"));
    expect(pairing.status).toBe(400);
    expect(station.stderr()).toBe("");
  });

  test("S12 that breaks off is no error of the station", async () => {
    const station = await startStationProcess(temporaryFolder());
    const { host, hostname, port } = new URL(station.url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    const head = `POST /pair HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`);
    await station.call("desk.get");
    socket.destroy();
    await station.call("desk.get");
    expect((await station.stop()).stderr).toBe("");
  });
});

describe("the stream of invalidations", () => {
  /** Reads until the text holds `wanted`. */
  async function readUntil(answer: Response, wanted: string): Promise<string> {
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes(wanted)) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) throw new Error(`It ended with: ${text}`);
      text += value;
    }
    await reader?.cancel();
    return text;
  }

  test("a change is hinted to every screen that listens", async () => {
    const station = await startStationProcess(temporaryFolder());
    const screens = await Promise.all([station.request("/events"), station.request("/events")]);
    for (const screen of screens) {
      expect(screen.status).toBe(200);
      expect(screen.headers.get("content-type")).toContain("text/event-stream");
      expect(screen.headers.get("cache-control")).toBe("no-store");
    }
    await station.value("settings.save", { commandId: crypto.randomUUID(), desk: "North" });
    for (const screen of screens) {
      const text = await readUntil(screen, "settings");
      expect(text.startsWith(": open\n\n")).toBe(true);
      expect(text).toContain('data: {"topic":"settings","eventId":null}\n\n');
    }
  });

  test("S12 who asks for the headers alone opens no stream, and takes none from a screen", async () => {
    const station = await startStationProcess(temporaryFolder());
    const screen = await station.request("/events");
    for (let times = 0; times < streamsPerScreen; times += 1) {
      const head = await station.request("/events", { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([200, ""]);
      expect(head.headers.get("content-type")).toContain("text/event-stream");
    }
    await station.value("settings.save", { commandId: crypto.randomUUID(), desk: "North" });
    expect(await readUntil(screen, "settings")).not.toContain(tooManyStreams);
  });

  test("the streams end when the station closes, so that screens notice", async () => {
    const station = await startStationProcess(temporaryFolder());
    const screen = await station.request("/events");
    station.signal("SIGTERM");
    await screen.text();
    expect((await station.ended()).code).toBe(0);
  });
});
