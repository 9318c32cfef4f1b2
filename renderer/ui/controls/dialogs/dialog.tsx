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
  readonly isOpen: boolean;
  /** Esc, or a press outside. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The buttons at its foot. */
  readonly actions?: ReactNode;
  /** An alert dialog is not closed by a press outside: a choice is asked for. */
  readonly isAlert?: boolean;
  /** A dialog that is there for scanning: a code goes to the screen behind it. Any other dialog keeps it and says so. */
  readonly letsScansThrough?: boolean;
}

/**
 * A question over the screen. Enter does what its yellow button (BigButton) says, wherever the focus is; a dialog
 * without one leaves Enter without effect, on purpose: what cannot be taken back is never one key away. Esc leaves.
 */
export function Dialog({
  title,
  isOpen,
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
      <Modal className={styles["sheet"] ?? ""}>
        <Sheet
          title={title}
          actions={actions}
          isAlert={isAlert}
          letsScansThrough={letsScansThrough}
        >
          {children}
        </Sheet>
      </Modal>
    </ModalOverlay>
  );
}

type SheetProps = Omit<DialogProps, "isOpen" | "onClose">;

/** It stands only while the dialog is open, and so do its keys. */
function Sheet({
  title,
  actions,
  isAlert = false,
  letsScansThrough = false,
  children,
}: SheetProps) {
  const [unused, setUnused] = useState<string | null>(null);
  // A code behind the dialog would open another runner, or another screen, and the question would be gone (B4).
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
        <div className={styles["body"]}>{children}</div>
        <div role="status">
          {unused === null ? null : (
            <FieldNote size="m" note={{ tone: "look", text: words.ui.scanUnused(unused) }} />
          )}
        </div>
        {actions === undefined ? null : <div className={styles["actions"]}>{actions}</div>}
      </AriaDialog>
    </DialogEnterContext>
  );
}
