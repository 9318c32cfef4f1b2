import { useEffect, useMemo } from "react";
import { useQuery } from "#renderer/client/use-query.ts";
import type { InputOf } from "#shared/contract/index.ts";
import type { RunnerCard } from "#shared/contract/roster.ts";
import { useCheckIn } from "./check-in-store.ts";
import { chooseFirst } from "./found.ts";
import type { FoundRow } from "./found.ts";

/** More rows than anybody reads; the total says how many there are. */
const shownRows = 12;

/** What the look-up found, whom it chose, and that runner's card. */
export interface Found {
  readonly rows: readonly FoundRow[];
  readonly total: number;
  readonly more: boolean;
  readonly exactBibs: number;
  /** The rows belong to what is in the box now. */
  readonly isFresh: boolean;
  /** The search has not answered anything since the box was empty. */
  readonly isFirst: boolean;
  readonly hasFailed: boolean;
  readonly chosenId: string | null;
  /** The chosen runner's card; only a row's worth of it until `isWhole`. */
  readonly card: RunnerCard | null;
  readonly isWhole: boolean;
}

const roster = { topics: ["roster"], keep: true } as const;
const nobody: readonly FoundRow[] = [];

export function useFound(eventId: string): Found {
  const text = useCheckIn((state) => state.text);
  const source = useCheckIn((state) => state.source);
  const byHand = useCheckIn((state) => state.chosenId);
  const isBlank = text.trim() === "";
  const search = useQuery("roster.search", questionOf(eventId, text), roster);
  const { ask } = search;
  useEffect(
    () =>
      useCheckIn.subscribe((now, before) => {
        if (now.text !== before.text) ask(questionOf(eventId, now.text));
      }),
    [ask, eventId],
  );
  const scanned = source.kind === "scanned" ? source.answer : null;
  const searched = search.value?.rows ?? nobody;
  const rows = useMemo(() => {
    if (scanned === null) return searched;
    const [only] = scanned.rows;
    if (scanned.rows.length !== 1 || only === undefined) return scanned.rows;
    const found = searched.find((row) => row.id === only.id);
    return [found ?? only, ...searched.filter((row) => row.id !== only.id)];
  }, [scanned, searched]);

  const isFresh = scanned !== null || (!isBlank && search.value !== null && !search.stale);
  const exactBibs = search.value?.exactBibs ?? 0;
  const equals = scanned === null ? exactBibs : scanned.rows.length;
  const listed = isBlank && scanned === null ? nobody : rows;
  const isListed = byHand !== null && listed.some((row) => row.id === byHand);
  const chosenId =
    source.kind === "opened" ? byHand : isListed ? byHand : chooseFirst(listed, equals);

  const get = useQuery("roster.get", chosenId === null ? null : { eventId, runnerId: chosenId }, {
    topics: ["roster"],
    keep: true,
  });
  const whole = get.value !== null && get.value.runner.id === chosenId ? get.value : null;
  const row = listed.find(({ id }) => id === chosenId) ?? null;
  const known = useMemo(() => (row === null ? null : cardOfRow(row)), [row]);
  const opened = source.kind === "opened" ? (whole?.runner ?? null) : null;
  const list = useMemo(() => (opened === null ? listed : [opened]), [opened, listed]);
  return {
    rows: list,
    total: scanned === null ? (search.value?.total ?? 0) : scanned.rows.length,
    more: scanned === null && (search.value?.more ?? false),
    exactBibs,
    isFresh: isFresh || source.kind === "opened",
    isFirst: search.value === null && search.error === null,
    hasFailed: search.error !== null,
    chosenId,
    card: whole ?? known,
    isWhole: whole !== null,
  };
}

const questionOf = (eventId: string, text: string): InputOf<"roster.search"> | null =>
  text.trim() === "" ? null : { eventId, text, limit: shownRows };

/** What a row already knows, shown until the card itself has come. */
const cardOfRow = (runner: FoundRow): RunnerCard => ({
  runner,
  family: [],
  team: [],
  warnings: [],
  history: [],
  notes: null,
});
