import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import styles from "./progress.module.css";

export interface ProgressProps {
  /** The accessible name: "Downloading registrations". */
  readonly label: string;
  /** 0 to 1; null if the total is unknown. */
  readonly share: number | null;
  /** "2,914 of about 3,835. About 20 s left." */
  readonly children?: string | undefined;
  readonly onCancel?: (() => void) | undefined;
  readonly isCancelling?: boolean;
}

/** A progress bar with a text and a cancel button. */
export function Progress({ label, share, children, onCancel, isCancelling }: ProgressProps) {
  const percent = share === null ? undefined : Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div className={styles["progress"]}>
      {children === undefined ? null : <p className={styles["words"]}>{children}</p>}
      <div className={styles["line"]}>
        <div
          className={styles["bar"]}
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={children}
          data-unknown={percent === undefined ? "" : undefined}
        >
          <span
            className={styles["fill"]}
            style={percent === undefined ? undefined : { width: `${percent}%` }}
          />
        </div>
        {onCancel === undefined ? null : (
          <Button size="s" isBusy={isCancelling} onPress={onCancel}>
            {isCancelling === true ? words.ui.stopping : words.ui.cancel}
          </Button>
        )}
      </div>
    </div>
  );
}
