import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { fetchImage, largestImageBytes } from "#core/partner/fetch-image.ts";
import type { Fetch } from "#core/ports.ts";
import { imageTypeOf } from "#core/partner/image-type.ts";
import { parseBaseAddress } from "#core/partner/base-address.ts";
import { openOrganizerDesk } from "#test/support/organizer-desk.ts";
import { newCommandId } from "#test/support/test-core.ts";
import { createManualClock } from "#test/support/clock.ts";

const pngOf = (width: number, height: number): Buffer => {
  const header = Buffer.from("89504e470d0a1a0a0000000d494844520000000000000000", "hex");
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
};
const png = pngOf(40, 30);

describe("D9 hosted pictures", () => {
  test("D9 a download brings the event's pictures, for the event itself to show", async () => {
    const desk = await openOrganizerDesk();
    const eventId = desk.sandbox.mainEventId;
    const card = { of: "event", id: eventId, which: "card" } as const;
    expect((await desk.value("image.get", card)).image).toBeNull();
    await desk.download(eventId);
    await desk.until(
      async () => (await desk.value("event.get", { eventId })).hasCoverImage,
      "the pictures",
    );
    expect(await desk.value("event.get", { eventId })).toMatchObject({ hasCardImage: true });
    const { image } = await desk.value("image.get", card);
    expect(image?.mime).toBe("image/png");
    expect(imageTypeOf(Buffer.from(image?.base64 ?? "", "base64"))).toBe("image/png");
    const other = await desk.eventIdOf("quay-mile");
    expect((await desk.value("image.get", { ...card, id: other })).image).toBeNull();
  });

  test("S12 a kept picture that is too large is handed to no page", async () => {
    const desk = await openOrganizerDesk();
    const eventId = desk.sandbox.mainEventId;
    const card = { of: "event", id: eventId, which: "card" } as const;
    await desk.download(eventId);
    await desk.until(
      async () => (await desk.value("image.get", card)).image !== null,
      "the picture",
    );
    const raw = new Sqlite(join(desk.dataDir, "live", "chute.sqlite"));
    raw.prepare("UPDATE image SET bytes = ? WHERE bytes IS NOT NULL").run(pngOf(30_000, 30_000));
    raw.close();
    expect((await desk.value("image.get", card)).image).toBeNull();
  });

  test("D9 collections have their pictures too", async () => {
    const desk = await openOrganizerDesk();
    const collections = async () => (await desk.value("collection.list", {})).collections;
    await desk.until(async () => (await collections()).every(({ hasImage }) => hasImage), "them");
    const [first] = await collections();
    const asked = { of: "collection", id: first?.slug ?? "", which: "cover" } as const;
    expect((await desk.value("image.get", asked)).image).not.toBeNull();
  });

  test("K1 no picture is ever asked for with the key", async () => {
    const desk = await openOrganizerDesk();
    await desk.download(desk.sandbox.mainEventId);
    const pictures = () => desk.asked.filter(({ url }) => url.pathname.startsWith("/images/"));
    await desk.until(() => pictures().length > 3, "some pictures");
    const key = desk.sandbox.keys.all;
    for (const { url, headers } of pictures()) {
      expect(headers.has("authorization"), url.href).toBe(false);
      expect(JSON.stringify([...headers]) + url.href).not.toContain(key);
    }
  });

  test("D9 a picture that is missing or slow changes nothing", async () => {
    const desk = await openOrganizerDesk({
      fetch: async (input, init) => {
        if (!String(input).includes("/images/")) return fetch(input, init);
        return String(input).includes("card")
          ? new Response("no", { status: 404 })
          : new Promise<Response>((_resolve, reject) => {
              init?.signal?.addEventListener("abort", () => reject(new TypeError("given up")));
            });
      },
    });
    const eventId = desk.sandbox.mainEventId;
    expect(await desk.download(eventId)).toMatchObject({ state: "complete" });
    expect(await desk.value("event.get", { eventId })).toMatchObject({
      hasCardImage: false,
      hasCoverImage: false,
    });
    await desk.core.close();
  });

  test("D9 what is kept is not asked for again the same day, and survives a later failure", async () => {
    let broken = false;
    const desk = await openOrganizerDesk({
      fetch: async (input, init) =>
        broken && String(input).includes("/images/")
          ? new Response("gone", { status: 410 })
          : fetch(input, init),
    });
    const eventId = desk.sandbox.mainEventId;
    const has = async () => (await desk.value("event.get", { eventId })).hasCoverImage;
    await desk.download(eventId);
    await desk.until(has, "the pictures");
    const pictures = () =>
      desk.asked.filter(({ url }) => url.pathname.includes(`${eventId}-`)).length;
    const asked = pictures();
    await desk.download(eventId);
    await desk.value("collection.refresh", { commandId: newCommandId() });
    expect(pictures()).toBe(asked);
    broken = true;
    await desk.clock.advance(25 * 3_600_000);
    await desk.download(eventId);
    await desk.until(() => pictures() > asked, "another look");
    expect(await has()).toBe(true);
  });
});

describe("D9 what may be fetched, and what is a picture", () => {
  async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const ask = async (address: string, api = "http://127.0.0.1:9", inner: Fetch = fetch) => {
    const base = parseBaseAddress(api);
    if (!base.ok) throw new Error(base.error.code);
    return fetchImage(
      { clock: createManualClock(), fetch: inner },
      { address, api: base.value },
      new AbortController().signal,
    );
  };

  test("D9 by its first bytes, whatever the server calls it", async () => {
    const url = await serve((request, response) => {
      const body = request.url === "/png" ? png : Buffer.from("<svg onload='alert(1)'/>");
      response.writeHead(200, { "content-type": "image/svg+xml" }).end(body);
    });
    expect(await ask(`${url}/png`)).toMatchObject({ kind: "image", mime: "image/png" });
    expect(await ask(`${url}/svg`)).toEqual({ kind: "missing", why: "not-an-image" });
    const webp = Buffer.from("524946460000000057454250565038200000", "hex");
    expect(imageTypeOf(webp)).toBe("image/webp");
    expect(imageTypeOf(Buffer.from("ffd8ffe000", "hex"))).toBe("image/jpeg");
    expect(imageTypeOf(Buffer.from("GIF89a\u0001"))).toBe("image/gif");
    expect(imageTypeOf(Buffer.from("\0\0\0 ftypavif"))).toBe("image/avif");
    expect(imageTypeOf(new Uint8Array(0))).toBeNull();
  });

  test("S12 D9 no more than 16 megapixels, by its header", async () => {
    const url = await serve((request, response) => {
      const [width = 0, height = 0] = (request.url ?? "").slice(1).split("x").map(Number);
      response.writeHead(200, { "content-type": "image/png" }).end(pngOf(width, height));
    });
    expect(await ask(`${url}/4000x4000`)).toMatchObject({ kind: "image" });
    for (const size of ["4000x4001", "65535x65535", "4294967295x4294967295"]) {
      expect(await ask(`${url}/${size}`)).toEqual({ kind: "missing", why: "too-many-pixels" });
    }
    expect(await ask(`${url}/0x0`)).toEqual({ kind: "missing", why: "not-an-image" });
  });

  test("D9 no more than a megabyte, announced or not", async () => {
    const url = await serve((request, response) => {
      if (request.url === "/announced") {
        response.writeHead(200, { "content-length": String(largestImageBytes + 1) });
      }
      response.write(png);
      for (let sent = 0; sent < largestImageBytes; sent += 65_536) {
        response.write(Buffer.alloc(65_536));
      }
      response.end();
    });
    expect(await ask(`${url}/announced`)).toEqual({ kind: "missing", why: "too-large" });
    expect(await ask(`${url}/endless`)).toEqual({ kind: "missing", why: "too-large" });
  });

  test("D9 only over https, or from where the API itself is; a redirect goes by the same rule", async () => {
    const url = await serve((request, response) => {
      const place = new URL(request.url ?? "/", "http://here").searchParams.get("to") ?? "";
      if (place === "") response.writeHead(200).end(png);
      else response.writeHead(302, { location: place }).end();
    });
    const live = "https://api.example.org";
    const never: Fetch = async () => {
      throw new Error("nobody may be asked");
    };
    for (const address of [
      url,
      "http://cdn.example.org/a.png",
      "file:///etc/passwd",
      "data:,x",
      "x",
    ]) {
      expect(await ask(address, live, never), address).toEqual({ kind: "missing", why: "address" });
    }
    const withName = "https://user:pass@cdn.example.org/a.png";
    expect(await ask(withName, live, never)).toEqual({ kind: "missing", why: "address" });
    const secure: Fetch = async () => new Response(new Uint8Array(png));
    expect(await ask("https://cdn.example.org/a.png", live, secure)).toMatchObject({
      kind: "image",
    });
    const down: Fetch = async () =>
      new Response(null, { status: 302, headers: { location: "http://cdn.example.org/a.png" } });
    expect(await ask("https://cdn.example.org/b.png", live, down)).toEqual({
      kind: "missing",
      why: "address",
    });
    expect(await ask(`${url}/?to=/`)).toMatchObject({ kind: "image" });
    expect(await ask(`${url}/?to=http://elsewhere.example/`)).toEqual({
      kind: "missing",
      why: "address",
    });
    expect(await ask(`${url}/?to=${encodeURIComponent("/?to=")}`)).toMatchObject({ kind: "image" });
    const round: Fetch = async () =>
      new Response(null, { status: 301, headers: { location: "/again" } });
    expect(await ask("https://cdn.example.org/c.png", live, round)).toEqual({
      kind: "missing",
      why: "redirect",
    });
  });

  test("D9 nobody there is no answer, and not remembered as missing", async () => {
    expect(await ask("http://127.0.0.1:1/a.png")).toEqual({ kind: "unanswered" });
  });
});
