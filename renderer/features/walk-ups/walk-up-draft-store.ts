import { create } from "zustand";
import { combine } from "zustand/middleware";
import { storedText } from "#renderer/client/navigation/stored-text.ts";
import { keepApart, useStateScope } from "#renderer/client/navigation/screen-state.ts";
import { readTypedPerson } from "#shared/domain/search/typed-person.ts";

export const emptyDraft = {
  name: "",
  email: "",
  runId: null as string | null,
  paceGroup: "",
  registrationType: null as "paid" | "free" | null,
  bib: "",
  /** The run that was chosen when the bib was typed. */
  bibTypedFor: null as string | null,
  /** The run whose next free bib the person took; null if the bib was typed. */
  bibOfferedFor: null as string | null,
  notes: "",
};

/**
 * The texts of the walk-up form. They are kept while another screen is open and over a reload of the page, because a tablet
 * may unload a page by itself. They are dropped after saving.
 */
export type WalkUpDraft = Readonly<typeof emptyDraft>;

export type BibPart = Pick<WalkUpDraft, "bib" | "bibTypedFor" | "bibOfferedFor">;

/** The next free bib of a run, which the person took. */
export const offeredBib = (bib: string, runId: string | null): BibPart => ({
  bib,
  bibTypedFor: null,
  bibOfferedFor: runId,
});

/** Whether the next free bib of the chosen run is still to come, because the person took the one of another run (W5). */
export const waitsForOffer = ({ bib, bibOfferedFor, runId }: WalkUpDraft): boolean =>
  bib === "" && runId !== null && bibOfferedFor === runId;

interface DraftState {
  /** The event that the draft belongs to. */
  readonly eventId: string | null;
  readonly draft: WalkUpDraft;
  /** The search text that the draft began with. Another search text begins a new draft. */
  readonly searched: string | null;
  /** The runner who may be the person of the draft, and whose card was opened from the form. */
  readonly openedId: string | null;
}

export type WalkUpDraftOf = Pick<DraftState, "eventId" | "searched" | "draft">;

const nothing: WalkUpDraftOf = { eventId: null, searched: null, draft: emptyDraft };
const storedDraft = (scope: string) => storedText(`chute.walk-up-draft ${scope}`);

const noDraft: DraftState = { ...nothing, openedId: null };

export const useWalkUpDraft = create(
  combine(noDraft, (set, get) => ({
    noteOpened: (openedId: string | null) => set({ openedId }),
    /** Returns the draft that this one replaces; null if nobody typed into that one. */
    begin(eventId: string, searched: string) {
      const former = get();
      if (former.eventId === eventId && former.searched === searched) return null;
      set({ eventId, searched, draft: draftFromSearch(searched), openedId: null });
      return typedInto(former);
    },
    change: (eventId: string, part: Partial<WalkUpDraft>) =>
      set((state) => ({
        eventId,
        draft: { ...(state.eventId === eventId ? state.draft : emptyDraft), ...part },
        openedId: null,
      })),
    /**
     * The form is left. If it holds only the search text that it began with, the next form is another person's. It stays while
     * the card of a runner is open whom the form found.
     */
    leave() {
      if (get().openedId === null && typedInto(get()) === null) set(noDraft);
    },
    /** Returns the draft; null if nobody typed into it. */
    drop() {
      const former = get();
      set(noDraft);
      return typedInto(former);
    },
    /** Takes a replaced draft again. Returns the draft that is replaced now; null if nobody typed into that one. */
    putBack(former: WalkUpDraftOf) {
      const present = get();
      set({ ...former, openedId: null });
      return typedInto(present);
    },
  })),
);

useWalkUpDraft.subscribe(({ eventId, searched, draft }) => {
  const { scope } = useStateScope.getState();
  if (scope === null) return;
  const text = draft === emptyDraft ? null : JSON.stringify({ eventId, searched, draft });
  storedDraft(scope).write(text);
});

/** The draft of a stored text; nothing if the text is not one that this version stores. */
export function readKept(text: string | null): WalkUpDraftOf {
  try {
    const { eventId, searched, draft } = JSON.parse(text ?? "null") as WalkUpDraftOf;
    const isText = (value: unknown): boolean => value === null || typeof value === "string";
    const fields = Object.entries(emptyDraft) as [keyof WalkUpDraft, string | null][];
    const isWhole = fields.every(
      ([field, empty]) => isText(draft[field]) && (empty === null || draft[field] !== null),
    );
    return isWhole && isText(eventId) && isText(searched) ? { eventId, searched, draft } : nothing;
  } catch {
    return nothing;
  }
}

keepApart(useWalkUpDraft, {
  pick: ({ eventId, searched, draft }) => ({ eventId, searched, draft }),
  empty: nothing,
  read: (scope) => readKept(storedDraft(scope).read()),
  isTyped: (part) => typedInto(part) !== null,
});

/** The draft, if somebody typed more into it than the search text that it began with. */
export function typedInto({ eventId, searched, draft }: WalkUpDraftOf): WalkUpDraftOf | null {
  const begun = draftFromSearch(searched ?? "");
  const isTyped = (Object.keys(begun) as (keyof WalkUpDraft)[]).some(
    (key) => draft[key] !== begun[key],
  );
  return isTyped ? { eventId, searched, draft } : null;
}

/** Puts the e-mail, the bib and the name of a search without a match into their fields. */
function draftFromSearch(text: string): WalkUpDraft {
  const { name, ...rest } = readTypedPerson(text);
  return { ...emptyDraft, ...rest, name: withCapitals(name) };
}

/** Capitalizes a name without capitals, as typed in a search: `niamh o'connor` becomes `Niamh O'Connor`. */
const withCapitals = (name: string): string =>
  name === name.toLocaleLowerCase()
    ? name.replaceAll(/(?<![\p{L}\p{M}])\p{Ll}/gu, (letter) => letter.toLocaleUpperCase())
    : name;
