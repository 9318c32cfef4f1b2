import type { Client } from "#renderer/client/client.ts";
import type { Invalidation } from "#shared/contract/invalidations.ts";
import type { InputOf, ProcedureName, ReplyOf } from "#shared/contract/index.ts";
import type { RunnerCard, RunnerRow, SearchRow } from "#shared/contract/roster.ts";
import { err, ok } from "#shared/result.ts";
import { arrivals, eventId, lanes, people, today } from "./picture-people.ts";

export interface PictureOptions {
  readonly theme: "light" | "dark";
  readonly mode: "live" | "practice";
  /** Why the disk does not take it; null: it does. */
  readonly fails: string | null;
}

const fold = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").replaceAll("ð", "d").toLowerCase();

const exactness = (row: SearchRow, text: string): number =>
  row.bib === text ? 2 : Number(fold(row.name ?? "") === fold(text));

/** A client over the people of the pictures: it answers as the core would, in memory, for looking only. */
export function createPictureClient({ theme, mode, fails }: PictureOptions): Client {
  const roster = new Map(people.map((runner) => [runner.id, runner]));
  const listeners = new Set<(invalidation: Invalidation | null) => void>();
  const recent: { entryId: string; runnerId: string; atMs: number }[] = [
    "tuomas",
    "k31",
    "ourania",
    "ngozi",
    "alakkari",
  ].map((runnerId, at) => ({ entryId: `e-${runnerId}`, runnerId, atMs: Date.now() - at * 60_000 }));
  const me = () => ({ operator: "Mei Tanaka", desk: "Desk 1", atMs: Date.now() });
  const tell = (): void => {
    for (const listener of listeners) listener({ topic: "roster", eventId });
  };
  const get = (id: string): RunnerRow => {
    const runner = roster.get(id);
    if (runner === undefined) throw new Error(`No ${id} in the pictures.`);
    return runner;
  };
  const change = (id: string, more: Partial<RunnerRow>): RunnerRow => {
    const next = { ...get(id), ...more };
    roster.set(id, next);
    tell();
    return next;
  };

  function match(runner: RunnerRow, text: string): SearchRow | null {
    const wanted = fold(text).split(/\s+/).filter(Boolean);
    const name = fold(runner.name ?? "");
    const range = (shown: string, part: string): [number, number][] => {
      const at = fold(shown).search(new RegExp(`(^|[\\s-])${part}`));
      const from = at <= 0 ? at : at + 1;
      return at < 0 ? [] : [[from, from + part.length]];
    };
    const inBib = fold(runner.bib ?? "").includes(fold(text));
    const isFound = wanted.every((part) => name.includes(part) || runner.email.includes(part));
    if (!isFound && !inBib) return null;
    const byName = wanted.flatMap((part) => range(runner.name ?? "", part));
    const at = runner.email.indexOf(fold(text));
    return {
      ...runner,
      match: {
        bib: [],
        name: byName.toSorted(([a], [b]) => a - b),
        email: byName.length === 0 && at >= 0 ? [[at, at + text.length]] : [],
      },
    };
  }

  function search(text: string) {
    const rows = [...roster.values()]
      .map((runner) => match(runner, text.trim()))
      .filter((row) => row !== null)
      .toSorted((a, b) => exactness(b, text.trim()) - exactness(a, text.trim()));
    const exactBibs = rows.filter((row) => row.bib === text.trim()).length;
    const exactNames = rows.filter((row) => fold(row.name ?? "") === fold(text.trim())).length;
    const isMeant = exactBibs === 1 || (exactBibs === 0 && (exactNames === 1 || rows.length === 1));
    const meantId = isMeant ? (rows[0]?.id ?? null) : null;
    return { rows, total: rows.length, more: false, exactBibs, exactNames, meantId, near: false };
  }

  function card(id: string): RunnerCard {
    const runner = get(id);
    const family = [...roster.values()].filter(
      (other) => other.email === runner.email && other.id !== id,
    );
    return {
      runner,
      family,
      team: [],
      notes: null,
      pronunciation: null,
      warnings:
        id === "abdul"
          ? [
              {
                kind: "bib-look-alike",
                bib: "007",
                otherBib: "7",
                otherName: "Siobhán Ní Bhriain",
                otherRunLabel: "Half",
              },
            ]
          : [],
      history:
        runner.checkedIn === null
          ? []
          : [
              {
                entryId: `e-${id}`,
                kind: "checked-in",
                actor: runner.checkedIn,
                bib: null,
                previousBib: null,
                reason: null,
                undoable: true,
              },
            ],
    };
  }

  const notSaved = () =>
    err("not-saved", "The disk did not take it", { details: { why: fails ?? "unknown" } });

  const answers: { [Name in ProcedureName]?: (input: InputOf<Name>) => unknown } = {
    "desk.get": () =>
      ok({
        settings: {
          desk: "Desk 1",
          operator: "Mei Tanaka",
          theme,
          sounds: false,
          volume: 0,
          checkInOnScan: false,
          scannerPrefix: "",
        },
        currentEventId: eventId,
        about: { findings: [] },
      }),
    "connection.get": () =>
      ok({ mode, state: "connected", line: { state: "offline", sinceMs: Date.now() - 1_140_000 } }),
    "sync.status": () =>
      ok({
        line: { state: "offline", sinceMs: Date.now() - 1_140_000 },
        paused: false,
        copied: null,
        activity: "waiting",
        sending: null,
        waiting: 3,
        needsAttention: 0,
        setAside: 0,
        downloads: 0,
      }),
    "event.get": () =>
      ok({
        id: eventId,
        name: "Harbour Hills Run",
        date: today,
        place: "Tollan Quay",
        runs: [],
        download: { state: "complete", completedAtMs: Date.now() - 5_000_000, notes: [] },
      }),
    "roster.search": ({ text }) => ok(search(text)),
    "roster.get": ({ runnerId }) => ok(card(runnerId)),
    "roster.lanes": () => ok({ lanes, arrivals, atMs: Date.now(), checkIns: 1813 }),
    "roster.recent": () =>
      ok({
        checkIns: recent
          .slice(0, 5)
          .map(({ entryId, runnerId, atMs }) => ({ entryId, atMs, runner: get(runnerId) })),
      }),
    "checkIn.perform": ({ runnerId }) => {
      if (fails !== null) return notSaved();
      const entryId = `e-${runnerId}-${recent.length}`;
      recent.unshift({ entryId, runnerId, atMs: Date.now() });
      return ok({ entryId, atMs: Date.now(), runner: change(runnerId, { checkedIn: me() }) });
    },
    "checkIn.performAll": ({ runnerIds }) =>
      ok({
        outcomes: runnerIds.map((runnerId, at) => {
          const isRefused = at === 2 && fails === "one";
          return {
            runnerId,
            entryId: isRefused ? null : runnerId,
            failure: isRefused ? "already-checked-in" : null,
            runner: change(runnerId, { checkedIn: me() }),
          };
        }),
      }),
    "checkIn.undo": ({ runnerId, entryId }) => {
      const at = recent.findIndex((each) => each.entryId === entryId);
      if (at >= 0) recent.splice(at, 1);
      return ok({ entryId: "undo", runner: change(runnerId, { checkedIn: null }) });
    },
    "desk.undoLast": () => {
      const last = recent.shift();
      if (last === undefined) return err("nothing-to-undo", "Nothing to undo");
      return ok({ undone: "check-in", runners: [change(last.runnerId, { checkedIn: null })] });
    },
    "bib.nextFree": () => ok({ bib: "1631" }),
    "bib.check": ({ bib }) =>
      ok({
        takenBy: [...roster.values()].find((runner) => runner.bib === bib) ?? null,
        looksLike: null,
      }),
    "bib.holders": ({ bib }) =>
      ok({ holders: [...roster.values()].filter((runner) => runner.bib === bib) }),
    "bib.assign": ({ runnerId, bib }) =>
      [...roster.values()].some((runner) => runner.bib === bib)
        ? err("bib-taken", "Taken")
        : ok({ entryId: "bib", runner: change(runnerId, { bib }) }),
    "bib.swap": ({ runnerId, otherRunnerId }) => {
      const [mine, other] = [get(runnerId).bib, get(otherRunnerId).bib];
      return ok({
        entryId: "swap",
        other: change(otherRunnerId, { bib: mine }),
        runner: change(runnerId, { bib: other }),
      });
    },
    "roster.scan": ({ text }) => {
      const rows = [...roster.values()].filter((runner) => runner.bib === text);
      return ok({ reading: { kind: "bib", text }, rows, otherEvent: null });
    },
  };

  return {
    async call<Name extends ProcedureName>(
      name: Name,
      input: InputOf<Name>,
    ): Promise<ReplyOf<Name>> {
      await Promise.resolve();
      const answer = answers[name];
      const reply = answer === undefined ? err("internal", `No picture of ${name}`) : answer(input);
      return reply as ReplyOf<Name>;
    },
    onInvalidation(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    transport: {
      state: () => "up",
      onState: () => () => undefined,
      pair: null,
      lockReason: () => "not-paired",
      download: null,
    },
    close: () => undefined,
  };
}
