import { create } from "zustand";
import { keepApart } from "#renderer/client/navigation/screen-state.ts";
import type { SelectedItem } from "../finish-rows.ts";

/** A correction of an item, or a time for the first row without one. */
export interface OpenChange {
  /** The corrected item; null for the time of the first row without one. */
  readonly item: SelectedItem | null;
  readonly text: string;
  /** The text of the item when its correction began; whoever leaves the field with this text changes nothing. */
  readonly formerText: string;
}

/** The field of a finish log. A change takes the place of the next bib, which stands in the field again after it. */
interface Field {
  readonly bib: string;
  readonly change: OpenChange | null;
}

interface Fields {
  /** By event. */
  readonly fields: Readonly<Record<string, Field>>;
}

const emptyField: Field = { bib: "", change: null };

/** What was typed without Enter stands in the field again after another tab or screen (P9). */
const useFields = create<Fields>(() => ({ fields: {} }));

keepApart(useFields, {
  pick: ({ fields }) => ({ fields }),
  empty: { fields: {} },
  isTyped: ({ fields }) =>
    Object.values(fields).some(({ bib, change }) => bib !== "" || isTyped(change)),
});

export const useField = (eventId: string): Field =>
  useFields(({ fields }) => fields[eventId] ?? emptyField);

export const fieldOf = (eventId: string): Field =>
  useFields.getState().fields[eventId] ?? emptyField;

export const setField = (eventId: string, part: Partial<Field>): void =>
  useFields.setState(({ fields }) => ({
    fields: { ...fields, [eventId]: { ...fieldOf(eventId), ...part } },
  }));

/** Whether a correction, or a typed time, is open and not as before. */
export const isTyped = (change: OpenChange | null): boolean =>
  change !== null &&
  change.text.trim() !== "" &&
  (change.item === null || change.text.trim() !== change.formerText);
