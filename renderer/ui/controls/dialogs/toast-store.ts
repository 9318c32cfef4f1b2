import { create } from "zustand";
import { combine } from "zustand/middleware";

export interface Toast {
  readonly id: number;
  readonly tone: "done" | "look" | "stop";
  readonly text: string;
  /** A button in the toast, such as undo. */
  readonly action?: ToastAction | undefined;
  /** The runners whose check-in was undone, as the text says. */
  readonly undoneIds?: readonly string[] | undefined;
  /** `performance.now()`, which never jumps. */
  readonly atMs: number;
}

export interface ToastAction {
  readonly label: string;
  /** The keys with the same effect. */
  readonly keycap?: string | undefined;
  readonly run: () => void;
}

const noToast: { readonly toast: Toast | null } = { toast: null };

/** A toast younger than this belongs to the step that opened the screen, such as a saved walk-up, and stays. */
const ofThisStepMs = 1_500;

/** One toast is shown at a time; a new toast replaces the last. */
export const useToast = create(
  combine(noToast, (set, get) => ({
    show: (toast: Omit<Toast, "id" | "atMs">) =>
      set({ toast: { ...toast, id: (get().toast?.id ?? 0) + 1, atMs: performance.now() } }),
    /** Removes the keycap of the toast's button, because the keys now mean a newer action. */
    dropKeys: () =>
      set(({ toast }) =>
        toast?.action?.keycap === undefined
          ? {}
          : { toast: { ...toast, action: { ...toast.action, keycap: undefined } } },
      ),
    /** Removes the button of a toast, because it would undo a newer action. */
    dropButton: (id: number) =>
      set(({ toast }) => (toast?.id === id ? { toast: { ...toast, action: undefined } } : {})),
    /** Removes the toast of a finished action when another screen opens. A toast that needs a person stays. */
    leaveScreen: () =>
      set(({ toast }) =>
        toast?.tone === "done" && performance.now() - toast.atMs > ofThisStepMs ? noToast : {},
      ),
    /** Removes the toast of an undone check-in, because one of its runners is checked in again. */
    dismissUndone: (runnerIds: readonly string[]) =>
      set(({ toast }) =>
        toast?.undoneIds?.some((id) => runnerIds.includes(id)) === true ? noToast : {},
      ),
    dismiss: (id: number) => set(({ toast }) => (toast?.id === id ? noToast : {})),
  })),
);

/** Shows a toast, in place of the one before. */
export const showToast = (tone: Toast["tone"], text: string, action?: ToastAction): void =>
  useToast.getState().show({ tone, text, action });
