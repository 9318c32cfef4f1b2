import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createServer as createPlainServer } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "#station/host/host-ports.ts";
import { createPeerPort } from "#station/host/peer-port.ts";
import { openCertificate } from "#station/http/certificate.ts";
import { joinHub, openHub, openOrganizer, until } from "#test/support/desks/venue.ts";
import type { VenueDesk } from "#test/support/desks/venue.ts";
import { temporaryFolder } from "#test/support/test-core.ts";
import { listWaiting } from "#test/support/list-runners.ts";

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

/** Starts another server at the hub's address; it has the hub's certificate unless another one is given. */
async function answerInstead(
  hub: VenueDesk,
  handle: RequestListener,
  folder = hub.dataDir,
): Promise<() => Promise<void>> {
  const port = Number(new URL(hub.address()).port);
  await hub.unplug();
  const { cert, key } = await openCertificate(join(folder, "tls.json"), systemClock.now());
  const server = createServer({ cert, key }, handle);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const end = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    if (server.listening) await once(server, "close");
  };
  endings.push(() => void end());
  return async () => {
    await end();
    await hub.plug();
  };
}

async function openVenue() {
  const sandbox = await openOrganizer();
  const { hub, code } = await openHub(sandbox);
  const desk = await joinHub(hub, code, { name: "Laptop 2" });
  return { hub, desk, eventId: sandbox.mainEventId };
}

const linkOf = async (desk: VenueDesk) => (await desk.value("desks.get", {})).link;

async function checkInNext(desk: VenueDesk, eventId: string): Promise<void> {
  const rows = await listWaiting(desk, eventId);
  await desk.value("checkIn.perform", { eventId, runnerId: rows[0]?.id ?? "" });
}

const ten = 10 * 1024 * 1024;

const answers: readonly { readonly what: string; readonly handle: RequestListener }[] = [
  { what: "never answers", handle: () => undefined },
  {
    what: "answers one byte a second",
    handle: (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 1_000);
      response.on("close", () => clearInterval(timer));
    },
  },
  {
    what: "sends to another address",
    handle: (_request, response) => {
      response.writeHead(307, { location: "https://127.0.0.1:1/peer/entries" }).end();
    },
  },
  {
    what: "answers without end",
    handle: (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const write = (): void => {
        while (!response.destroyed && response.write("[".repeat(ten / 10)));
      };
      response.on("drain", write);
      write();
    },
  },
  {
    what: "answers with a page",
    handle: (_request, response) => void response.end("<!doctype html><title>Router</title>"),
  },
  {
    what: "answers another shape",
    handle: (_request, response) => void response.end('{"ok":true,"value":{"vector":[]}}'),
  },
];

describe("a hub that is none any more", () => {
  test.each(answers)(
    "M4 S12 a hub that $what: the desk goes on, says that the hub is away, and is one with it again",
    async ({ handle }) => {
      const { hub, desk, eventId } = await openVenue();
      const bring = await answerInstead(hub, handle);
      await until(async () => (await linkOf(desk)).state === "away");
      await checkInNext(desk, eventId);
      expect((await linkOf(desk)).unsent).toBeGreaterThan(0);
      await bring();
      await until(async () => {
        const { state, unsent } = await linkOf(desk);
        return state === "up" && unsent === 0;
      });
      const counts = await hub.value("roster.runCounts", { eventId });
      expect(counts.checkIns).toBe(1);
    },
  );

  test("M3 S8 another certificate in the middle of the day: nothing is sent to it, and the link says so", async () => {
    const { hub, desk, eventId } = await openVenue();
    const received: string[] = [];
    const bring = await answerInstead(
      hub,
      ({ url = "" }, response) => {
        received.push(url);
        response.end();
      },
      temporaryFolder(),
    );
    await until(async () => (await linkOf(desk)).why === "other-certificate");
    await checkInNext(desk, eventId);
    expect(received).toEqual([]);
    await bring();
    await until(async () => (await linkOf(desk)).unsent === 0);
  });

  test("M3 a server that never ends its handshake is given up", async () => {
    const server = createPlainServer((socket) => {
      socket.on("error", () => undefined);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const started = performance.now();
    await expect(createPeerPort().fingerprint(address)).rejects.toThrow("in time");
    await expect(createPeerPort().fetch({ address, fingerprint: "AA" }, "/")).rejects.toThrow(
      "in time",
    );
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});
