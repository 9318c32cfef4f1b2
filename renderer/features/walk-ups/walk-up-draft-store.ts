import { create } from "zustand";
import { guardUnsaved } from "#renderer/client/navigation/unsaved.ts";
import { readTypedPerson } from "#shared/domain/search/typed-person.ts";

/** What a volunteer typed so far. Kept while they look elsewhere, dropped once it is saved. */
export interface WalkUpDraft {
  readonly name: string;
  readonly email: string;
  readonly runId: string | null;
  readonly paceGroup: string;
  readonly registrationType: "paid" | "free" | null;
  readonly bib: string;
  readonly notes: string;
}

export const emptyDraft: WalkUpDraft = {
  name: "",
  email: "",
  runId: null,
  paceGroup: "",
  registrationType: null,
  bib: "",
  notes: "",
};

interface DraftState {
  /** A draft belongs to one event. */
  readonly eventId: string | null;
  readonly draft: WalkUpDraft;
  /** The search the draft began with: a new one begins a new draft. */
  readonly searched: string | null;
  readonly begin: (eventId: string, searched: string) => void;
  readonly change: (eventId: string, part: Partial<WalkUpDraft>) => void;
  readonly drop: () => void;
}

export const useWalkUpDraft = create<DraftState>((set) => ({
  eventId: null,
  draft: emptyDraft,
  searched: null,
  begin: (eventId, searched) =>
    set((state) =>
      state.eventId === eventId && state.searched === searched
        ? state
        : { eventId, searched, draft: draftFromSearch(searched) },
    ),
  change: (eventId, part) =>
    set((state) => ({
      eventId,
      draft: { ...(state.eventId === eventId ? state.draft : emptyDraft), ...part },
    })),
  drop: () => set({ eventId: null, searched: null, draft: emptyDraft }),
}));

guardUnsaved(() => {
  const { draft, searched } = useWalkUpDraft.getState();
  const begun = draftFromSearch(searched ?? "");
  return (Object.keys(begun) as (keyof WalkUpDraft)[]).some((key) => draft[key] !== begun[key]);
});

/** A draft that begins with what was searched for in vain: its e-mail, its bib and its name, each in its field. */
function draftFromSearch(text: string): WalkUpDraft {
  const { name, ...rest } = readTypedPerson(text);
  return { ...emptyDraft, ...rest, name: withCapitals(name) };
}

/** Nobody presses Shift for a search, yet the name is sent as it stands: `niamh o'connor` is `Niamh O'Connor`. */
const withCapitals = (name: string): string =>
  name === name.toLocaleLowerCase()
    ? name.replaceAll(/(?<![\p{L}\p{M}])\p{Ll}/gu, (letter) => letter.toLocaleUpperCase())
    : name;
