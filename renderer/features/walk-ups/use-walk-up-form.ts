import { useEffect, useRef, useState } from "react";
import type { OutputOf } from "#shared/contract/index.ts";
import type { WalkUpForm } from "#shared/contract/walk-up.ts";
import type { Failure } from "#shared/result.ts";
import { navigate } from "#renderer/client/navigation/route.ts";
import { createCommandIds, useCommand } from "#renderer/client/queries/use-command.ts";
import { useDelayed } from "#renderer/client/queries/use-delayed.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { playSound } from "#renderer/ui/race/sounds.ts";
import { useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { emptyDraft, useWalkUpDraft } from "./walk-up-draft-store.ts";
import type { WalkUpDraft } from "./walk-up-draft-store.ts";
import type { SendTiming } from "./sending.ts";
import { sendTimingOf } from "./sending.ts";

/** Outlives the form: who looks elsewhere and comes back before the answer is here saves the same walk-up (J8). */
const commandIds = createCommandIds();

/** A pause in typing after which the form is checked. */
const checkAfterMs = 200;

export type WalkUpField =
  | "name"
  | "email"
  | "eventRunId"
  | "paceGroup"
  | "registrationType"
  | "bib"
  | "notes";

export interface WalkUpFormState {
  readonly draft: WalkUpDraft;
  readonly change: (part: Partial<WalkUpDraft>) => void;
  /** The field was left: from now on its faults are shown. */
  readonly touch: (field: WalkUpField) => void;
  /** When what is saved goes to the organizer. */
  readonly sending: SendTiming;
  /** The words for a field's fault, once it was touched or saving was tried. */
  readonly fault: (field: WalkUpField) => string | undefined;
  readonly warnings: OutputOf<"walkUp.check">["warnings"];
  readonly bibHolder: OutputOf<"walkUp.check">["bibHolder"];
  /** Why it cannot be saved yet. */
  readonly notYet: string | undefined;
  readonly save: (checkIn: boolean) => void;
  /** How often saving was tried in vain because of a field. */
  readonly refusals: number;
  readonly saving: "only" | "check-in" | null;
  /** The disk did not take it; what was typed is still here (J1). */
  readonly notSaved: Failure | null;
}

/**
 * The walk-up form of one event: what was typed, what the API's rules say of it offline, and saving it.
 * `onlyRunId` is the run that is meant while none was chosen: the only one there is to choose.
 */
export function useWalkUpForm(
  eventId: string,
  volume: number,
  onlyRunId: string | null,
): WalkUpFormState {
  const typed = useWalkUpDraft((state) => (state.eventId === eventId ? state.draft : emptyDraft));
  const draft = typed.runId === null ? { ...typed, runId: onlyRunId } : typed;
  const changeDraft = useWalkUpDraft((state) => state.change);
  const showToast = useToast((state) => state.show);
  const command = useCommand("walkUp.save", commandIds);
  const sync = useQuery("sync.status", {}, { topics: ["sync", "connection"] });
  const sending = sendTimingOf(sync.value);
  const [touched, setTouched] = useState<ReadonlySet<WalkUpField>>(new Set());
  const [refusals, setRefusals] = useState(0);
  const refuse = (): void => setRefusals((count) => count + 1);
  const [saving, setSaving] = useState<"only" | "check-in" | null>(null);
  const isHere = useIsHere();
  const { check, answer } = useFormCheck(eventId, draft);
  const fields: FieldFaults = { ...answer?.fields, ...command.error?.fields };

  const isMissing: Missing = {
    email: draft.email.trim() === "",
    eventRunId: draft.runId === null,
    registrationType: draft.registrationType === null,
  };

  const fault = (field: WalkUpField): string | undefined =>
    refusals === 0 && !touched.has(field)
      ? undefined
      : faultWords(field, isMissing[field] === true, fields[field] ?? []);

  const hasFault = Object.entries(fields).some(([, messages]) => messages.length > 0);
  const notYet = whyNotYet(isMissing, hasFault || (answer?.bibHolder ?? null) !== null);

  async function save(checkIn: boolean): Promise<void> {
    if (notYet !== undefined) {
      refuse();
      return;
    }
    setSaving(checkIn ? "check-in" : "only");
    const bib = draft.bib.trim();
    const reply = await command.run({
      eventId,
      form: formOf(draft),
      ...(bib === "" ? {} : { bib }),
      checkIn,
    });
    setSaving(null);
    if (reply === null) return;
    if (!reply.ok) {
      refuse();
      playSound(reply.error.code === "not-saved" ? "stop" : "look", volume);
      if (!isHere.current) showToast({ tone: "stop", text: words.walkUp.notSaved.elsewhere });
      return;
    }
    playSound("done", volume);
    showToast({ tone: "done", text: words.walkUp.saved[sending] });
    // Who went elsewhere stays there, and may have begun the next one's form meanwhile.
    const { draft: typedNow, drop } = useWalkUpDraft.getState();
    if (isHere.current || typedNow === typed) drop();
    if (!isHere.current) return;
    navigate("check-in", {
      saved: reply.value.runner.id,
      entry: reply.value.checkInEntryId ?? "",
    });
  }

  return {
    draft,
    change: (part) => {
      command.clear();
      changeDraft(eventId, part);
    },
    touch: (field) => setTouched((known) => new Set([...known, field])),
    fault,
    sending,
    warnings: check.value?.warnings ?? [],
    bibHolder: answer?.bibHolder ?? null,
    notYet,
    save: (checkIn) => void save(checkIn),
    refusals,
    saving,
    notSaved: command.error !== null && !isAboutFields(command.error) ? command.error : null,
  };
}

function faultWords(
  field: WalkUpField,
  isMissing: boolean,
  messages: readonly string[],
): string | undefined {
  if (isMissing) return words.walkUp.missing[field];
  return messages.length === 0 ? undefined : (words.walkUp.fields[field] ?? messages.join(" "));
}

type FieldFaults = Readonly<Record<string, readonly string[]>>;

type Missing = Readonly<Partial<Record<WalkUpField, boolean>>>;

function whyNotYet(isMissing: Missing, hasFault: boolean): string | undefined {
  const { notYet } = words.walkUp;
  if (isMissing.email === true) return notYet.email;
  if (isMissing.eventRunId === true) return notYet.run;
  if (isMissing.registrationType === true) return notYet.entry;
  return hasFault ? notYet.fields : undefined;
}

/** Whether the form is on the screen. */
function useIsHere() {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

/** What the API's rules say of the typed text, after a pause in typing. */
function useFormCheck(eventId: string, draft: WalkUpDraft) {
  const asked = JSON.stringify({ eventId, form: formOf(draft), bib: draft.bib });
  const settled = useDelayed(asked, checkAfterMs);
  const check = useQuery(
    "walkUp.check",
    JSON.parse(settled) as { eventId: string; form: WalkUpForm; bib: string },
    { topics: ["roster", "download"], keep: true },
  );

  // What was said of an older text is no fault of what stands there now.
  const answer = settled === asked && !check.stale ? check.value : null;
  return { check, answer };
}

const isAboutFields = (failure: Failure): boolean =>
  failure.code === "invalid" || failure.code === "bib-taken" || failure.code === "bib-invalid";

/** Only what was typed: an empty optional field is left out of the request. */
function formOf(draft: WalkUpDraft): WalkUpForm {
  return {
    eventRunId: draft.runId ?? "",
    email: draft.email.trim(),
    registrationType: draft.registrationType ?? "",
    ...optional("name", draft.name),
    ...optional("paceGroup", draft.paceGroup),
    ...optional("notes", draft.notes),
  };
}

function optional<Key extends string>(key: Key, typed: string): { [K in Key]?: string } {
  const text = typed.trim();
  return text === "" ? {} : ({ [key]: text } as { [K in Key]?: string });
}
