import { createHash } from "node:crypto";
import { once } from "node:events";
import { openSync, writeSync } from "node:fs";
import { createServer, request as requestOf } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { openForCheckpoint } from "#core/db/open/connection.ts";
import type { Json } from "#shared/domain/journal/canonical-json.ts";
import { canonicalJson } from "#shared/domain/journal/canonical-json.ts";
import { startChild } from "#test/support/processes/child.ts";
import { sandboxProgram, stationProgram } from "#test/support/processes/programs.ts";
import { connectSandbox } from "#test/support/processes/sandbox-client.ts";
import type { StationProcess } from "#test/support/processes/station-client.ts";
import { connectStation } from "#test/support/processes/station-client.ts";
import { createChance } from "../chance.ts";
import type { CallLog } from "../call-log.ts";
import { createCallLog } from "../call-log.ts";
import type { Race } from "../load.ts";
import { readRace, workAtDesk } from "../load.ts";

/**
 * The run that strace records; its argument is the folder. The run has a first start and a download; then commands,
 * with WAL checkpoints as the program's own worker makes them; a start after a kill, with a WAL that was left; an
 * orderly end, which removes the WAL; and a start after it, without a WAL. The connection to the fake partner goes
 * through this process, which notes each POST when it arrives.
 */
const [folder = ""] = process.argv.slice(2);
const dataDir = join(folder, "data");
const databasePath = join(dataDir, "live", "chute.sqlite");
const chance = createChance(20_261_121);
const repliesPerPart = 24;
const repliesPerCheckpoint = 6;

const acks = openSync(join(folder, "acks"), "a");
const kept = createCallLog();
const callLog: CallLog = {
  ...kept,
  read(order, reply) {
    kept.read(order, reply);
    if (!reply.ok) return;
    const replyHash = createHash("sha256")
      .update(canonicalJson(reply as unknown as Json))
      .digest("hex");
    writeSync(acks, `${JSON.stringify({ commandId: order.input.commandId, replyHash })}\n`);
  },
};

const sandbox = await connectSandbox(
  startChild(sandboxProgram, ["--json", "--port", "0", "--runners", "8", "--seed", "3"]),
);
const proxy = createServer((request, response) => {
  const key = request.headers["idempotency-key"];
  if (typeof key === "string") writeSync(acks, `${JSON.stringify({ idempotencyKey: key })}\n`);
  const onward = requestOf(
    `${sandbox.url}${request.url ?? ""}`,
    { method: request.method, headers: { ...request.headers, host: new URL(sandbox.url).host } },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on("error", () => response.destroy());
  request.pipe(onward);
});
await once(proxy.listen(0, "127.0.0.1"), "listening");
const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
const open = (): Promise<StationProcess> =>
  connectStation(
    startChild(
      stationProgram,
      ["--json", "--no-open", "--port", "0", "--data-dir", dataDir, "--api-url", proxyUrl],
      { env: { CHUTE_API_KEY: sandbox.keys["all"] ?? "" } },
    ),
  );

let station = await open();
await station.value("event.refresh", { commandId: chance.id() });
const eventIds = [sandbox.mainEventId];
await station.value("download.start", { commandId: chance.id(), eventIds });
while ((await station.value("download.status", {})).downloads[0]?.state !== "complete") {
  await new Promise((resolve) => setTimeout(resolve, 20));
}
const race = await readRace(station, sandbox.mainEventId);
await work(station, race);
station.signal("SIGKILL");
await station.ended();
station = await open();
await work(station, race);
await station.stop();
station = await open();
await work(station, race);
station.signal("SIGKILL");
await station.ended();
await sandbox.stop();
proxy.close();
proxy.closeAllConnections();

async function work(at: StationProcess, where: Race): Promise<void> {
  for (let checkpointed = 0; checkpointed < repliesPerPart; checkpointed += repliesPerCheckpoint) {
    const enough = kept.acknowledged.length + repliesPerCheckpoint;
    const isGone = (): boolean => kept.acknowledged.length >= enough;
    await workAtDesk({ station: at, race: where, callLog, chance, isGone });
    const carrier = openForCheckpoint(databasePath);
    carrier.pragma("wal_checkpoint(PASSIVE)");
    carrier.close();
  }
}
