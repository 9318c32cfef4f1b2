import { useEffect, useMemo, useState } from "react";
import { useIsConnected } from "#renderer/client/queries/connected.tsx";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import type { InputOf } from "#shared/contract/index.ts";
import type { RunnerCard } from "#shared/contract/roster.ts";
import { readTypedPerson } from "#shared/domain/search/typed-person.ts";
import { useCheckIn } from "../check-in-store.ts";
import { keepFirstMeant } from "./first-meant.ts";
import type { FirstMeant } from "./first-meant.ts";
import { formerRunOf, isBibNew, keepFirstShown } from "./first-shown.ts";
import type { FirstShown } from "./first-shown.ts";
import { chooseMeant } from "./result-state.ts";
import type { RunnerResult } from "./result-state.ts";
import { useMoreRows } from "./use-more-rows.ts";

/** Number of rows of the first page; few, so that a key press is answered fast. */
const firstRows = 12;

const roster = { topics: ["roster"], keep: true } as const;
const nobody: readonly RunnerResult[] = [];

/** `ownDesk`: the name of this desk. */
export function useResults(eventId: string, ownDesk: string) {
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
  const { rows: searched, loadMore } = useMoreRows(eventId, text, search.value);
  const scanned = source.kind === "scanned" ? source.answer : null;
  const isTyped = source.kind === "typed" && !isBlank;
  const isAnswered = !isBlank && search.value !== null && !search.stale;
  const isConnected = useIsConnected();
  const isLost = isTyped && !isAnswered && (!isConnected || search.error !== null);
  const isMiss = isTyped && isAnswered && searched.length === 0;
  const alike = useQuery("walkUp.duplicates", isMiss ? alikeQuestionOf(eventId, text) : null, {
    topics: ["roster"],
  });
  const alikeRows = isMiss ? (alike.value?.rows ?? nobody) : nobody;
  const rows = useMemo(() => {
    if (scanned === null) return alikeRows.length > 0 ? alikeRows : searched;
    const [only] = scanned.rows;
    if (scanned.rows.length !== 1 || only === undefined) return scanned.rows;
    const found = searched.find((row) => row.id === only.id);
    return [found ?? only, ...searched.filter((row) => row.id !== only.id)];
  }, [scanned, searched, alikeRows]);

  const isFresh = scanned !== null || (isAnswered && !(isMiss && alike.loading));
  const [onlyScanned] = scanned?.rows.length === 1 ? scanned.rows : [];
  const [goneId, setGoneId] = useState<string | null>(null);
  const meantNow = chooseMeant(rows, search.value?.meantId ?? null);
  const answered = isAnswered ? meantNow : undefined;
  const [first, setFirst] = useState<FirstMeant | null>(null);
  const kept = keepFirstMeant(first, { text: isTyped ? text : "", answered, goneId });
  // Set while rendering, so that no frame shows another runner.
  if (kept?.text !== first?.text || kept?.runnerId !== first?.runnerId) setFirst(kept);
  // If the last answer means nobody, nobody does, or several match and a person chooses.
  const typedId = meantNow === null || isLost ? null : (kept?.runnerId ?? null);
  const meantId = scanned === null ? typedId : (onlyScanned?.id ?? null);
  const listed = isLost || (isBlank && scanned === null) ? nobody : rows;
  const isListed = byHand !== null && listed.some((row) => row.id === byHand);
  const chosenId = source.kind === "opened" || isListed ? byHand : meantId;

  const row = listed.find(({ id }) => id === chosenId) ?? null;
  const { whole, card, isGone, ...changes } = useCard({ eventId, ownDesk }, chosenId, row);
  if (isGone && goneId !== chosenId) setGoneId(chosenId);
  const opened = source.kind === "opened" ? (whole?.runner ?? null) : null;
  // The bib of the text is somebody else's by now: the runner who was seen stands above the new holder.
  const seen = opened === null && row === null ? (whole?.runner ?? null) : null;
  const list = useMemo(() => {
    if (opened !== null) return [opened];
    return seen === null ? listed : [seen, ...listed];
  }, [opened, seen, listed]);
  const isNear = scanned === null && (search.value?.near ?? false);
  const guess = isNear ? ("near" as const) : ("matches" as const);
  return {
    rows: list,
    /**
     * `matches`: the rows match the text. `near`: nothing matches, and these names are similar. `alike`: no name is similar,
     * and these runners share an e-mail, a bib or a part of the name with the text. The last two are guesses.
     */
    kind: alikeRows.length > 0 ? ("alike" as const) : guess,
    total: scanned === null ? (search.value?.total ?? 0) : scanned.rows.length,
    more: scanned === null && (search.value?.more ?? false),
    exactBibs: search.value?.exactBibs ?? 0,
    exactNames: search.value?.exactNames ?? 0,
    /** The rows answer the current text. */
    isFresh: isFresh || source.kind === "opened",
    /** No runner matches or is similar. */
    isNobody: scanned === null ? isMiss && alikeRows.length === 0 : scanned.rows.length === 0,
    /** The search has not answered since the box was empty. */
    isFirst: search.value === null && search.error === null,
    hasFailed: search.error !== null,
    /** There is no answer to the text, and none comes before the connection is back: nobody of a former text is shown. */
    isLost,
    chosenId,
    /** Nobody has the scanned bib: the bib of the runner on the card looks like it, and no person chose this runner (B1). */
    isLookAlike: scanned?.isLookAlike === true && chosenId !== null && !isListed,
    ...changes,
    /** The chosen runner's card; until `isWhole`, it has only the data of the row. */
    card,
    isWhole: whole !== null,
    /** Loads the next rows, if there are any. */
    loadMore,
  };
}

/** The results of a search or scan, the chosen runner and that runner's card. */
export type Results = Readonly<ReturnType<typeof useResults>>;

/** The card of the chosen runner: until the whole card is here, the data of the row. */
function useCard(
  { eventId, ownDesk }: { readonly eventId: string; readonly ownDesk: string },
  chosenId: string | null,
  row: RunnerResult | null,
) {
  const get = useQuery("roster.get", chosenId === null ? null : { eventId, runnerId: chosenId }, {
    topics: ["roster"],
    keep: true,
  });
  const whole = get.value !== null && get.value.runner.id === chosenId ? get.value : null;
  const known = useMemo(() => (row === null ? null : cardOfRow(row)), [row]);
  const card = whole ?? known;
  return {
    whole,
    card,
    ...useChanges(card, whole, ownDesk),
    isGone: get.error?.code === "not-found",
  };
}

/** What was changed since the card was shown. Only the whole card has the history that says who changed the bib. */
function useChanges(card: RunnerCard | null, whole: RunnerCard | null, ownDesk: string) {
  const [first, setFirst] = useState<FirstShown | null>(null);
  const kept = keepFirstShown(first, card, ownDesk);
  // Set while rendering: the first frame of another runner is compared with that runner.
  if (kept !== first) setFirst(kept);
  return {
    /** The run that the card showed first, if the runner was moved to another run since. */
    formerRun: formerRunOf(kept, card?.runner),
    /** Another desk or a download changed the bib since the card was shown. */
    isBibNew: isBibNew(kept, whole?.runner),
  };
}

const questionOf = (eventId: string, text: string): InputOf<"roster.search"> | null =>
  text.trim() === "" ? null : { eventId, text, limit: firstRows };

/** The contract's maximum length of a name, an e-mail and a bib. */
const longestAlike = 2_000;

/** The query for runners who share the typed e-mail, the bib or a similar name. */
const alikeQuestionOf = (eventId: string, text: string): InputOf<"walkUp.duplicates"> => ({
  eventId,
  ...readTypedPerson(text.slice(0, longestAlike)),
});

/** The data of a row as a card, shown until the full card is here. */
const cardOfRow = (runner: RunnerResult): RunnerCard => ({
  runner,
  family: [],
  companionWarnings: {},
  team: [],
  warnings: [],
  history: [],
  notes: null,
  pronunciation: null,
});
