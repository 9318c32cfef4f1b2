import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as realPause } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import type { Core } from "#core/core.ts";
import { createCore } from "#core/core.ts";
import { openReader } from "#core/db/open/connection.ts";
import { owner } from "#core/handlers.ts";
import type { Ports } from "#core/ports.ts";
import type { SandboxApi } from "#sandbox/api.ts";
import type { InputOf, ProcedureName, ReplyOf } from "#shared/contract/index.ts";
import type { Draws } from "./draws.ts";
import { randomOf } from "./draws.ts";
import { copiesOf, runnersOf } from "./look.ts";
import { must } from "./violation.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** A second laptop at the same race: it never crashes, has no line after the morning, and its clock is wrong. */
export interface Peer {
  readonly reader: Database;
  /** Its second copy of the journal, and what is brought to it. */
  readonly stick: string;
  open(): Promise<void>;
  /** What happens next beside the desk. */
  draw(): "nothing" | "work" | "bring-here" | "bring-there";
  /** One thing that a volunteer does at it. */
  work(): Promise<void>;
  /** Takes every journal file on its stick. */
  bringBack(): Promise<void>;
  /** Waits until its second copy has everything. */
  written(): Promise<void>;
  close(): Promise<void>;
}

export interface PeerOptions {
  readonly root: string;
  readonly seed: number;
  readonly draws: Draws;
  readonly time: VirtualTime;
  readonly api: SandboxApi;
  readonly origin: string;
  readonly drive: <T>(promise: Promise<T>) => Promise<T>;
  readonly note: (line: string) => void;
}

const minuteMs = 60_000;
/** How wrong the clock of a laptop is that nobody has set for long. */
const skewsMs = [0, 7 * minuteMs, -11 * minuteMs, 26 * 60 * minuteMs, -26 * 60 * minuteMs] as const;

export function createPeer(options: PeerOptions): Peer {
  const { root, seed, draws, time, api, origin, drive, note } = options;
  const eventId = api.mainEventId;
  const folder = join(root, "peer");
  const stick = join(root, "peer-stick");
  const skewMs = draws.pick(skewsMs);
  const runIds = (api.context.store.eventsById.get(eventId)?.runs ?? []).map(
    ({ document }) => document._id,
  );
  let isOnline = true;
  let orders = 0;
  let walkUps = 0;
  let opened: { readonly core: Core; readonly reader: Database } | null = null;

  const ports: Ports = {
    clock: {
      now: () => time.trueNow() + skewMs,
      monotonic: () => time.elapsedMs,
      after: time.after,
    },
    random: randomOf(draws.split("random")),
    async fetch(address, init) {
      if (!isOnline) throw new TypeError("fetch failed");
      return await api.answer(new Request(address, init));
    },
    secrets: {
      kind: "file",
      read: async () => null,
      write: async () => undefined,
      remove: async () => undefined,
    },
    logger: { log: () => undefined },
  };

  const running = () => {
    if (opened === null) throw new Error("The second laptop is shut");
    return opened;
  };

  const ask = async <Name extends ProcedureName>(
    name: Name,
    input: Omit<InputOf<Name>, "commandId">,
  ): Promise<ReplyOf<Name>> => {
    orders += 1;
    const commandId = `peer-${seed}-${orders}`;
    const reply = await drive(running().core.dispatch(name, { ...input, commandId }, owner));
    note(`  second laptop: ${name} ${JSON.stringify(input)} ${reply.ok ? "ok" : reply.error.code}`);
    return reply as ReplyOf<Name>;
  };

  const works = {
    async checkIn(runnerId: string) {
      await ask("checkIn.perform", { eventId, runnerId, override: { reason: "seen" } });
    },
    async undo(runnerId: string) {
      await ask("checkIn.undo", { eventId, runnerId });
    },
    async giveBib(runnerId: string) {
      await ask("bib.assign", { eventId, runnerId, bib: String(draws.between(1, 60)) });
    },
    async registerWalkUp() {
      const mark = `sim-${seed}-${90_000 + (walkUps += 1)}`;
      const eventRunId = draws.pick(runIds) ?? "";
      const name = `Second ${walkUps}`;
      const form = {
        eventRunId,
        email: `${mark}@example.org`,
        name,
        registrationType: "free",
        notes: mark,
      };
      await ask("walkUp.save", {
        eventId,
        form: { ...form, registrationType: "free" },
        checkIn: draws.chance(0.5),
      });
    },
  };

  return {
    get reader() {
      return running().reader;
    },
    stick,
    async open() {
      mkdirSync(folder);
      mkdirSync(stick);
      const made = await drive(
        createCore({
          ports,
          dataDir: folder,
          host: "station",
          version: "0.0.0-simulation",
          mirrorFolder: stick,
        }),
      );
      if (!made.ok) throw new Error(`The second laptop does not start: ${made.error.code}`);
      opened = { core: made.value, reader: openReader(join(folder, "live", "chute.sqlite")) };
      const apiKey = api.context.credentials.keys.all;
      await ask("connection.save", { baseUrl: origin, apiKey });
      await ask("event.refresh", {});
      await ask("download.start", { eventIds: [eventId] });
      for (let second = 0; second < 60 && !isDownloaded(running().reader); second += 1) {
        await time.advance(1_000);
      }
      must(isDownloaded(running().reader), "The second laptop has no roster");
      isOnline = false;
    },
    draw: () => draws.weigh({ nothing: 60, work: 25, "bring-here": 8, "bring-there": 7 }),
    async work() {
      const runner = draws.pick(runnersOf(running().reader, eventId));
      const kind = draws.weigh({ checkIn: 5, undo: 3, giveBib: 4, registerWalkUp: 1 });
      if (kind === "registerWalkUp") await works.registerWalkUp();
      else if (runner !== undefined) await works[kind](runner.id);
    },
    async bringBack() {
      const brought = await ask("journalMirror.import", {});
      must(
        brought.ok || brought.error.code === "not-found",
        `J9 the second laptop takes nothing: ${JSON.stringify(brought)}`,
      );
    },
    async written() {
      for (let second = 0; second < 120; second += 1) {
        const box = await ask("journalMirror.get", {});
        if (box.ok && box.value.behind === 0) return;
        // The files are real: a slow disk needs real time, however much virtual time passes.
        await realPause(10);
        await time.advance(1_000);
      }
      must(false, "J9 the second copy is never written");
    },
    async close() {
      opened?.reader.close();
      if (opened !== null) await drive(opened.core.close());
    },
  };
}

const isDownloaded = (reader: Database): boolean =>
  copiesOf(reader).some(({ state }) => state === "complete");
