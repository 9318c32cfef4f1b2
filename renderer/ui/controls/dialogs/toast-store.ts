import { create } from "zustand";

export interface Toast {
  readonly id: number;
  readonly tone: "done" | "look" | "stop";
  readonly text: string;
  /** What a person may do about what the toast tells of: take it back, do it again, look at it. */
  readonly action?: ToastAction | undefined;
  /** On the page's clock that never jumps. */
  readonly atMs: number;
}

export interface ToastAction {
  readonly label: string;
  /** The keys that do the same. */
  readonly keycap?: string | undefined;
  readonly run: () => void;
}

interface ToastState {
  readonly toast: Toast | null;
  readonly show: (toast: Omit<Toast, "id" | "atMs">) => void;
  readonly dismiss: (id: number) => void;
  /** Another room is shown: what was done in the room before covers nothing there. What needs a person stays. */
  readonly leaveRoom: () => void;
  /** Something newer was done: from now on the keys mean that, and only the toast's button still means its own. */
  readonly dropKeys: () => void;
}

/** A toast that came with the step into a room, such as a walk-up that was saved, tells of that step. */
const ofThisStepMs = 1_500;

/** One toast at a time: a new one takes the place of the last. */
export const useToast = create<ToastState>((set, get) => ({
  toast: null,
  show: (toast) =>
    set({ toast: { ...toast, id: (get().toast?.id ?? 0) + 1, atMs: performance.now() } }),
  dropKeys: () =>
    set(({ toast }) =>
      toast?.action?.keycap === undefined
        ? {}
        : { toast: { ...toast, action: { ...toast.action, keycap: undefined } } },
    ),
  leaveRoom: () =>
    set(({ toast }) =>
      toast?.tone === "done" && performance.now() - toast.atMs > ofThisStepMs
        ? { toast: null }
        : {},
    ),
  dismiss: (id) => set((state) => (state.toast?.id === id ? { toast: null } : state)),
}));
