import { useCallback, useEffect, useRef, useState } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { Keycap } from "#renderer/ui/controls/buttons/keycap.tsx";
import { useToast } from "./toast-store.ts";
import type { Toast, ToastAction } from "./toast-store.ts";
import styles from "./toast.module.css";

const shownForMs = 8_000;

export interface ToastPlaceProps {
  /** The part of the screen that the toast must not cover: the buttons of a form, or the foot of check-in, the walk-up form, the podium and the finish log. */
  readonly above?: "actions" | "foot" | undefined;
}

/** The place of the toast, once in the frame of the app. */
export function ToastPlace({ above }: ToastPlaceProps) {
  const toast = useToast((state) => state.toast);
  const dismiss = useToast((state) => state.dismiss);
  const toastId = toast?.id ?? null;
  // The function stays the same for one toast, so that its time is counted once.
  const forget = useCallback(() => {
    if (toastId !== null) dismiss(toastId);
  }, [toastId, dismiss]);
  return (
    <div className={styles["place"]} data-above={above} role="status" aria-live="polite">
      {toast === null ? null : <ToastView key={toast.id} toast={toast} onGone={forget} />}
    </div>
  );
}

/** "Undo", with its keys. */
export const undoButton = (run: () => void): ToastAction => ({
  label: words.ui.undo,
  keycap: words.ui.undoKeys,
  run,
});

/** "Redo", with its keys. */
export const redoButton = (run: () => void): ToastAction => ({
  label: words.ui.redo,
  keycap: words.ui.redoKeys,
  run,
});

export interface ToastViewProps {
  readonly toast: Toast;
  readonly onGone: () => void;
}

/** A toast disappears after eight seconds without pointer and focus. Its button gives the focus back. */
export function ToastView({ toast, onGone }: ToastViewProps) {
  const [isHeld, setHeld] = useState(false);
  const cameFrom = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(onGone, shownForMs);
    return () => clearTimeout(timer);
  }, [isHeld, onGone]);
  return (
    <div
      className={styles["toast"]}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onPointerUp={({ pointerType, target }) => {
        const isOnButton = target instanceof Element && target.closest("button") !== null;
        if (pointerType === "touch" && !isOnButton) onGone();
      }}
      onFocus={({ relatedTarget }) => {
        setHeld(true);
        cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
      }}
      onBlur={() => setHeld(false)}
    >
      <Icon name={toast.tone} size={22} />
      <span className={styles["text"]} title={toast.text}>
        {toast.text}
      </span>
      {toast.action === undefined ? null : (
        <button
          type="button"
          className={styles["undo"]}
          onClick={() => {
            cameFrom.current?.focus();
            toast.action?.run();
            onGone();
          }}
        >
          {toast.action.label}
          {toast.action.keycap === undefined ? null : <Keycap>{toast.action.keycap}</Keycap>}
        </button>
      )}
    </div>
  );
}
