import { tidyName } from "#shared/domain/basics/tidy.ts";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { OutputOf } from "#shared/contract/index.ts";
import type { EventDetail } from "#shared/contract/events.ts";
import type { WalkUpForm } from "#shared/contract/walk-up.ts";
import type { Failure } from "#shared/result.ts";
import { navigate } from "#renderer/client/navigation/route.ts";
import { isEmail } from "#shared/domain/registrations/email-address.ts";
import { useClient } from "#renderer/client/client-context.tsx";
import { callUntilAnswered } from "#renderer/client/queries/reconnect.ts";
import { createCommandIds, useCommand } from "#renderer/client/queries/use-command.ts";
import { useFormCheck } from "#renderer/client/queries/use-form-check.ts";
import { useIsMounted } from "#renderer/client/queries/use-is-mounted.ts";
import { hubStateOf } from "#renderer/client/queries/hub-state.ts";
import type { HubState } from "#renderer/client/queries/hub-state.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { playSound } from "#renderer/ui/race/sounds.ts";
import { showToast, useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { emptyDraft, offeredBib, useWalkUpDraft, waitsForOffer } from "./walk-up-draft-store.ts";
import type { WalkUpDraft } from "./walk-up-draft-store.ts";
import { onlyRunOf } from "./run-choice.ts";
import { useTypedAhead } from "./typed-ahead.ts";
import { typedFields } from "#renderer/ui/fields/typed-fields.ts";

/** When a walk-up that is saved now is sent to the organizer; `later`: when the network works. */
export type SendTiming = keyof typeof words.walkUp.willBeSaved;

const timingOfHub = {
  sends: "at-hub",
  away: "hub-away",
  refuses: "hub-refuses",
  "two-hubs": "two-hubs",
  unknown: "unknown",
} as const satisfies Readonly<Record<HubState, SendTiming>>;

export function sendTimingOf(
  status: Pick<OutputOf<"sync.status">, "activity" | "paused" | "connectivity"> | null,
  desks: Pick<OutputOf<"desks.get">, "sender" | "link"> | null,
): SendTiming {
  const hub = hubStateOf(desks);
  if (hub === "two-hubs" || status?.activity === "held-other-hub") return timingOfHub[hub];
  if (status === null) return "unknown";
  if (status.paused) return "paused";
  return status.connectivity.state === "online" ? "now" : "later";
}

function useSendTiming(): SendTiming {
  const sync = useQuery("sync.status", {}, { topics: ["sync", "connection"] });
  const desks = useQuery("desks.get", {}, { topics: ["devices", "sync"] });
  return sendTimingOf(sync.value, desks.value);
}

/** Outlives the form: saving again after a visit to another screen repeats the same command (J8). */
const commandIds = createCommandIds();

const walkUpFields = [
  "name",
  "email",
  "eventRunId",
  "paceGroup",
  "registrationType",
  "bib",
  "notes",
] as const satisfies readonly (Exclude<keyof WalkUpDraft, "runId"> | "eventRunId")[];
export type WalkUpField = (typeof walkUpFields)[number];

export interface WalkUpFormState {
  readonly draft: WalkUpDraft;
  readonly change: (part: Partial<WalkUpDraft>) => void;
  /** Marks a field as left: from now on its error is shown. */
  readonly touch: (field: WalkUpField) => void;
  readonly sending: SendTiming;
  /** The error of a field, after the field was left or saving was tried. */
  readonly fault: (field: WalkUpField) => string | undefined;
  /** The first needed field that is empty; undefined if there is none. */
  readonly firstMissing: WalkUpField | undefined;
  /** Nothing is missing, and the check found nothing wrong. */
  readonly followsRules: boolean;
  readonly warnings: OutputOf<"walkUp.check">["warnings"];
  /** Who has the typed bib. */
  readonly bibHolders: OutputOf<"walkUp.check">["bibHolders"];
  /** Why the form cannot be saved yet. */
  readonly notYet: string | undefined;
  readonly save: (checkIn: boolean) => void;
  /** The same person, who is registered for this run: the last press was refused, and Enter changes nothing. Else null. */
  readonly registered: { readonly name: string | null } | null;
  /** What Ctrl+Enter, or the button that the form shows instead of the yellow one, does after a refusal. */
  readonly anyway: "again" | "nameless" | null;
  /** Saves all the same, and checks in if the refused press wanted to. */
  readonly saveAnyway: () => void;
  readonly saving: "only" | "check-in" | null;
  /** The form that is being saved is followed by an empty one, not by the check-in screen. */
  readonly openNextAfter: () => void;
  /** What is typed while the form is being saved is not the next runner's. */
  readonly forgetTypedAhead: () => void;
  /** The failure of the last save, unless it is about fields. The typed texts are kept (J1). */
  readonly notSaved: Failure | null;
}

/** `deliberate`: Ctrl+Enter, or the button that the form shows after a refusal. It overrides that refusal (`anyway`). */
type SavePress = "plain" | "deliberate";

export interface WalkUpFormOptions {
  /** 0 to 1; 0 if sounds are off. */
  readonly volume: number;
  readonly onRefused: () => void;
  /** Opens an empty form for the next walk-up. */
  readonly onNext: () => void;
}

/** The walk-up form of one event: its draft, its offline check by the API's rules, and saving it. */
export function useWalkUpForm(
  event: Pick<EventDetail, "id" | "runs">,
  { volume, onRefused, onNext }: WalkUpFormOptions,
): WalkUpFormState {
  const typed = useWalkUpDraft((state) => (state.eventId === event.id ? state.draft : emptyDraft));
  const draft = typed.runId === null ? { ...typed, runId: onlyRunOf(event.runs) } : typed;
  const command = useCommand("walkUp.save", commandIds);
  const sending = useSendTiming();
  const [saving, setSaving] = useState<"only" | "check-in" | null>(null);
  const isMounted = useIsMounted();
  const next = useNextWanted(saving !== null);
  const fillBib = useFreeBib(event.id);
  const { checked, isFine, ...check } = useDraftCheck(event.id, draft, saving !== null);
  const fields = { ...faultsAtOnce(draft), ...checked, ...command.error?.fields };
  const isMissing = missingOf(draft);
  const { showAll, ...shown } = useShownFaults(isMissing, fields);
  const refuse = (): void => {
    showAll();
    onRefused();
  };

  const whyNot = (missing: Missing) => whyNotYet(missing, fields, check.bibHolders.length > 0);
  const notYet = whyNot(isMissing);
  const secondTime = useSecondTime(command.error);
  // The API needs no name, so a person may save without one, after a refusal that asks for it.
  const [isNameless, setNameless] = useState(false);
  const [triedCheckIn, setTriedCheckIn] = useState(true);

  async function save(checkIn: boolean, press: SavePress): Promise<void> {
    if (saving !== null) return;
    setTriedCheckIn(checkIn);
    if (notYet !== undefined && !(isNameless && press === "deliberate")) {
      setNameless(whyNot({ ...isMissing, name: false }) === undefined);
      refuse();
      return;
    }
    setSaving(checkIn ? "check-in" : "only");
    const { bib, ownDraft } = await fillBib(draft, typed);
    const form = { form: formOf(draft), ...typedFields({ bib }) };
    const unlessRegistered = !secondTime.isWantedBy(press);
    const reply = await command.run({ eventId: event.id, ...form, checkIn, unlessRegistered });
    if (reply?.ok === true) secondTime.forget();
    setSaving(null);
    const opensNext = next.take();
    if (reply === null) return;
    if (!reply.ok) {
      refuse();
      soundRefused(reply.error, volume);
      if (!isMounted.current) showToast("stop", words.walkUp.notSaved.elsewhere);
      return;
    }
    playSound("done", volume);
    showToast("done", words.walkUp.saved[sending](savedAs(event, draft)));
    // On another screen the person stays there, and the draft may already be the next walk-up's.
    const { draft: typedNow, drop } = useWalkUpDraft.getState();
    if (isMounted.current || typedNow === ownDraft) drop();
    if (!isMounted.current) return;
    if (opensNext) openNext(onNext, event.id, next.typed());
    else goOn(reply.value, next.typed());
  }

  return {
    draft,
    change: (part) => {
      secondTime.forget();
      setNameless(false);
      command.clear();
      useWalkUpDraft.getState().change(event.id, part);
    },
    ...shown,
    ...check,
    sending,
    notYet,
    followsRules: notYet === undefined && isFine,
    save: (checkIn) => void save(checkIn, "plain"),
    registered: secondTime.registered,
    anyway: secondTime.registered !== null ? "again" : isNameless ? "nameless" : null,
    saveAnyway: () => void save(triedCheckIn, "deliberate"),
    saving,
    ...next.ofForm,
    notSaved: command.error !== null && !isAboutFields(command.error) ? command.error : null,
  };
}

/** Goes on at check-in: with the runner who was typed already, else with the card of the saved walk-up. */
function goOn({ runner, checkInEntryId }: OutputOf<"walkUp.save">, text: string): void {
  const given = { saved: runner.id, entry: checkInEntryId ?? "", ...typedFields({ text }) };
  navigate("check-in", given);
}

/** Opens the next form, with the name that was typed already. The empty form has the focus in its name. */
function openNext(open: () => void, eventId: string, name: string): void {
  flushSync(open);
  if (name !== "") useWalkUpDraft.getState().change(eventId, { name });
}

/** The errors of the fields that were left, and of all fields after a try to save. */
function useShownFaults(isMissing: Missing, fields: FieldFaults) {
  const [touched, setTouched] = useState<ReadonlySet<WalkUpField>>(new Set());
  const [isTried, setTried] = useState(false);
  const fault = (field: WalkUpField): string | undefined =>
    isTried || touched.has(field)
      ? faultText(field, isMissing[field] === true, fields[field] ?? [])
      : undefined;
  return {
    fault,
    firstMissing: walkUpFields.find((field) => isMissing[field] === true),
    touch: (field: WalkUpField): void => setTouched((known) => new Set([...known, field])),
    showAll: (): void => setTried(true),
  };
}

function faultText(
  field: WalkUpField,
  isMissing: boolean,
  messages: readonly string[],
): string | undefined {
  if (isMissing) return words.walkUp.missing[field];
  return messages.length === 0 ? undefined : (words.walkUp.fields[field] ?? messages.join(" "));
}

/** What Enter right behind a word must know, before the check of the whole form has answered. */
const faultsAtOnce = ({ email }: WalkUpDraft): FieldFaults =>
  email.trim() === "" || isEmail(email) ? {} : { email: ["not an address"] };

type FieldFaults = Readonly<Record<string, readonly string[]>>;

const missingOf = (draft: WalkUpDraft): Missing => ({
  name: tidyName(draft.name) === undefined,
  email: draft.email.trim() === "",
  eventRunId: draft.runId === null,
  registrationType: draft.registrationType === null,
});

type Missing = Readonly<Partial<Record<WalkUpField, boolean>>>;

/** What the yellow button says of the first field that is missing or wrong. */
function whyNotYet(
  isMissing: Missing,
  wrong: FieldFaults,
  isBibTaken: boolean,
): string | undefined {
  const { notYet } = words.walkUp;
  for (const field of walkUpFields) {
    if (isMissing[field] === true) return notYet.missing[field];
    if ((wrong[field] ?? []).length > 0) return field === "email" ? notYet.email : notYet.fields;
  }
  const isWrong = isBibTaken || Object.values(wrong).some((messages) => messages.length > 0);
  return isWrong ? notYet.fields : undefined;
}

/**
 * Fills in the next free bib that the draft still waits for when it is saved (W5). The bib is in the stored draft before
 * the walk-up is sent, so that the same draft, saved again after a lost reply, is the same command (J8).
 */
function useFreeBib(eventId: string) {
  const client = useClient();
  return async (draft: WalkUpDraft, stored: WalkUpDraft) => {
    const { runId, bib } = draft;
    const asIs = { bib, ownDraft: stored };
    if (runId === null || !waitsForOffer(draft)) return asIs;
    const next = await callUntilAnswered(client, "bib.nextFree", { eventId, runId });
    const free = next.ok ? next.value.bib : null;
    if (free === null) return asIs;
    const isOpen = useWalkUpDraft.getState().draft === stored;
    if (isOpen) useWalkUpDraft.getState().change(eventId, offeredBib(free, runId));
    return { bib: free, ownDraft: isOpen ? useWalkUpDraft.getState().draft : stored };
  };
}

/**
 * What a person did for the next one while this form is being saved: asked for the next form, whose name is typed then, or
 * typed the next runner.
 */
function useNextWanted(isSaving: boolean) {
  const isWanted = useRef(false);
  const typedAhead = useTypedAhead(isSaving);
  const want = (): void => {
    isWanted.current = true;
    typedAhead.forget();
  };
  return {
    take: () => {
      const was = isWanted.current;
      isWanted.current = false;
      return was;
    },
    typed: typedAhead.text,
    ofForm: { openNextAfter: want, forgetTypedAhead: typedAhead.forget },
  };
}

function useDraftCheck(eventId: string, draft: WalkUpDraft, isSaving: boolean) {
  const typed = { eventId, form: formOf(draft), bib: draft.bib };
  const { current, last } = useFormCheck("walkUp.check", typed, ["roster", "download"], isSaving);
  return {
    warnings: last?.warnings ?? [],
    checked: current?.fields,
    bibHolders: current?.bibHolders ?? [],
    /** The last answer found nothing wrong. */
    isFine: last !== null && last.bibHolders.length === 0 && Object.keys(last.fields).length === 0,
  };
}

const aboutFields: readonly string[] = [
  "invalid",
  "already-registered",
  "bib-taken",
  "bib-invalid",
];

/**
 * Whether a person wants to register somebody a second time, which a refusal named. It holds until the form is saved or
 * changed, so that a lost reply asks nothing anew (J8).
 */
function useSecondTime(error: Failure | null) {
  const registered = registeredOf(error);
  const isWanted = useRef(false);
  return {
    registered,
    isWantedBy(press: SavePress): boolean {
      isWanted.current ||= registered !== null && press === "deliberate";
      return isWanted.current;
    },
    forget(): void {
      isWanted.current = false;
    },
  };
}

/** The runner whom a refusal names. */
function registeredOf(failure: Failure | null): WalkUpFormState["registered"] {
  if (failure?.code !== "already-registered") return null;
  const runner = failure.details?.["runner"];
  const isNamed = typeof runner === "object" && runner !== null && "name" in runner;
  return { name: isNamed && typeof runner.name === "string" ? runner.name : null };
}

/** The sound of a refusal. "Saved" of the walk-up before would seem to be about this one. */
function soundRefused({ code }: Failure, volume: number): void {
  playSound(code === "not-saved" ? "stop" : "look", volume);
  const { toast, dismiss } = useToast.getState();
  if (toast?.tone === "done") dismiss(toast.id);
}

/** The failure is shown on the form, and nothing was lost. */
const isAboutFields = ({ code }: Failure): boolean => aboutFields.includes(code);

/** The run and the kind of entry of a saved form: "10K, free". */
function savedAs({ runs }: Pick<EventDetail, "runs">, draft: WalkUpDraft): string {
  const run = runs.find(({ id }) => id === draft.runId)?.label;
  const entry =
    draft.registrationType === null ? undefined : words.walkUp.facts[draft.registrationType];
  return [run, entry].filter((fact) => fact !== undefined).join(", ");
}

function formOf(draft: WalkUpDraft): WalkUpForm {
  return {
    eventRunId: draft.runId ?? "",
    email: draft.email.trim(),
    registrationType: draft.registrationType ?? "",
    ...typedFields({ name: draft.name, paceGroup: draft.paceGroup, notes: draft.notes }),
  };
}
