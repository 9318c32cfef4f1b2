import { create } from "zustand";
import { combine } from "zustand/middleware";
import type { WalkUpForm } from "#shared/contract/walk-up.ts";
import { keepApart } from "#renderer/client/navigation/screen-state.ts";

/** The fields of `POST /registration`, in the order of the form. */
export const correctableFields = [
  "name",
  "email",
  "eventRunId",
  "registrationType",
  "paceGroup",
  "status",
  "notes",
] as const;
export type CorrectableField = (typeof correctableFields)[number];

export const isCorrectable = (field: string): field is CorrectableField =>
  correctableFields.some((known) => known === field);

/** The fields of the whole form. Nobody chooses a status in Chute, so it is shown only if it was sent or refused (O8). */
export const fieldsOfForm = (
  form: Pick<WalkUpForm, "status">,
  refused: readonly CorrectableField[],
): readonly CorrectableField[] =>
  correctableFields.filter(
    (field) => field !== "status" || form.status !== undefined || refused.includes(field),
  );

/** The fields of a refused walk-up that a person changed, with the changed texts. */
export type Changes = Readonly<Partial<Record<CorrectableField, string>>>;

interface CorrectionState {
  /** The changes that were not sent yet, by the id of the outbox entry. */
  readonly corrections: Readonly<Record<string, Changes>>;
}

const noCorrections: CorrectionState = { corrections: {} };

/** Corrections outlive their form: a person may open another form, or leave the screen. */
export const useCorrections = create(
  combine(noCorrections, (set) => ({
    /** `was` is the text that was sent; typed again, it is no change. */
    change: (outboxId: string, field: CorrectableField, text: string, was: string) =>
      set(({ corrections }) => {
        const { [field]: _, ...others } = corrections[outboxId] ?? {};
        const changes = text === was ? others : { ...others, [field]: text };
        return { corrections: { ...corrections, [outboxId]: changes } };
      }),
    drop: (outboxId: string) =>
      set(({ corrections }) => {
        const { [outboxId]: _, ...others } = corrections;
        return { corrections: others };
      }),
  })),
);

keepApart(useCorrections, {
  pick: ({ corrections }) => ({ corrections }),
  empty: noCorrections,
  isTyped: ({ corrections }) => Object.values(corrections).some(hasChanges),
});

const none: Changes = {};

export const useChanges = (outboxId: string): Changes =>
  useCorrections((state) => state.corrections[outboxId] ?? none);

export function hasChanges(changes: Changes): boolean {
  return Object.keys(changes).length > 0;
}
