import { create } from "zustand";

export interface Toast {
  readonly id: number;
  readonly tone: "done" | "look" | "stop";
  readonly text: string;
  /** Takes back what the toast tells of. */
  readonly onUndo?: (() => void) | undefined;
}

interface ToastState {
  readonly toast: Toast | null;
  readonly show: (toast: Omit<Toast, "id">) => void;
  readonly dismiss: (id: number) => void;
}

/** One toast at a time: a new one takes the place of the last. */
export const useToast = create<ToastState>((set, get) => ({
  toast: null,
  show: (toast) => set({ toast: { ...toast, id: (get().toast?.id ?? 0) + 1 } }),
  dismiss: (id) => set((state) => (state.toast?.id === id ? { toast: null } : state)),
}));
