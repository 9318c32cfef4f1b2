import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
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
}

/** A question over the screen. Scans still reach the app while it is open (B4). */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  actions,
  isAlert = false,
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
        <AriaDialog className={styles["dialog"] ?? ""} role={isAlert ? "alertdialog" : "dialog"}>
          <Heading slot="title" className={styles["title"] ?? ""}>
            {title}
          </Heading>
          <div className={styles["body"]}>{children}</div>
          {actions === undefined ? null : <div className={styles["actions"]}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
