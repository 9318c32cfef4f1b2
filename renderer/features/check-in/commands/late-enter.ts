import type { Client } from "#renderer/client/client.ts";
import type { RunnerCard } from "#shared/contract/roster.ts";
import type { EarlyEnter } from "../check-in-store.ts";
import type { EnterAction } from "../results/enter-key.ts";
import { decideEarlyEnter } from "../results/enter-key.ts";
import { chooseMeant } from "../results/result-state.ts";

/** The number of rows of a search; the meant runner is among the first. */
const limit = 12;

/** What an Enter does whose runner is no longer on the screen, and that runner's card if there is one. */
export interface LateEnter {
  readonly action: EnterAction;
  readonly card: RunnerCard | null;
  /** Nobody matches the text. */
  readonly isNobody: boolean;
}

/**
 * Asks again for what an Enter waited for, and decides as the screen does (C8): it checks in the runner whose card was
 * already shown, or the only holder of the typed bib or whole name. Null without an answer.
 */
export async function decideLateEnter(
  client: Client,
  eventId: string,
  early: EarlyEnter,
): Promise<LateEnter | null> {
  // With an answer on the screen, the Enter means the runner whose card was shown.
  const search = early.hadAnswer
    ? null
    : await client.call("roster.search", { eventId, text: early.text, limit });
  if (search?.ok === false) return null;
  const { rows, meantId, exactBibs, exactNames, near } = search?.value ?? nobody;
  const chosenId = early.hadAnswer ? early.shownId : chooseMeant(rows, meantId);
  const isNobody = !early.hadAnswer && (near || rows.length === 0);
  if (chosenId === null) return { action: { kind: "nothing" }, card: null, isNobody };
  const got = await client.call("roster.get", { eventId, runnerId: chosenId });
  if (!got.ok) return null;
  const card = got.value;
  const kind = near ? "near" : "matches";
  const known = { kind, rows, exactBibs, exactNames, chosenId, card, isLookAlike: false } as const;
  const now = { formerRun: null, isBibNew: false, isFresh: true, isWhole: true };
  const action = decideEarlyEnter({ ...known, ...now }, early);
  return { action, card, isNobody };
}

const nobody = { rows: [], meantId: null, exactBibs: 0, exactNames: 0, near: false } as const;
