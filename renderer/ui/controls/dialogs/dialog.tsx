import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { useScan } from "#renderer/client/input/use-scan.ts";
import { words } from "#renderer/i18n/words.ts";
import { DialogEnterContext, useDialogEnter } from "./dialog-enter.ts";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import styles from "./dialog.module.css";

export interface DialogProps {
  readonly title: string;
  /** False for a dialog that stays mounted while it is closed. */
  readonly isOpen?: boolean;
  /** Called for Esc and for a press outside the dialog. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The buttons at the foot of the dialog. */
  readonly actions?: ReactNode;
  /** An alert dialog needs a choice, so a press outside does not close it. */
  readonly isAlert?: boolean;
  /** Scanned codes go to the screen behind the dialog. Any other dialog consumes a code and shows a note. */
  readonly letsScansThrough?: boolean;
}

/**
 * A dialog over the screen. Enter presses its yellow button (BigButton), wherever the focus is. A dialog for an action that
 * cannot be undone has no yellow button, so that one key never starts it. Esc closes the dialog.
 */
export function Dialog({
  title,
  isOpen = true,
  onClose,
  children,
  actions,
  isAlert = false,
  letsScansThrough = false,
}: DialogProps) {
  return (
    <ModalOverlay
      className={styles["scrim"] ?? ""}
      isOpen={isOpen}
      isDismissable={!isAlert}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={styles["modal"] ?? ""}>
        <DialogContent
          title={title}
          actions={actions}
          isAlert={isAlert}
          letsScansThrough={letsScansThrough}
        >
          {children}
        </DialogContent>
      </Modal>
    </ModalOverlay>
  );
}

type DialogContentProps = Omit<DialogProps, "isOpen" | "onClose">;

/** A component of its own, because only an open dialog mounts it and so takes keys and codes. */
function DialogContent({
  title,
  actions,
  isAlert = false,
  letsScansThrough = false,
  children,
}: DialogContentProps) {
  const [unused, setUnused] = useState<string | null>(null);
  // A code that reached the screen would open another runner or screen, and so close the dialog (B4).
  useScan(letsScansThrough ? null : setUnused, "dialog");
  const ref = useRef<HTMLElement>(null);
  const enterRef = useRef<(() => void) | null>(null);
  useDialogEnter(ref, enterRef);
  return (
    <DialogEnterContext value={enterRef}>
      <AriaDialog
        ref={ref}
        className={styles["dialog"] ?? ""}
        role={isAlert ? "alertdialog" : "dialog"}
      >
        <Heading slot="title" className={styles["title"] ?? ""}>
          {title}
        </Heading>
        <div role="status" className={styles["note"]}>
          {unused === null ? null : (
            <FieldNote size="m" note={{ tone: "look", text: words.ui.scanUnused(unused) }} />
          )}
        </div>
        <div className={styles["body"]}>{children}</div>
        {actions === undefined ? null : <DialogActions>{actions}</DialogActions>}
      </AriaDialog>
    </DialogEnterContext>
  );
}

/** The buttons at the foot of a dialog. They stay visible while the rest of the dialog scrolls (U1). */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles["actions"]}>{children}</div>;
}
