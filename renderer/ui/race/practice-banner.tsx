import type { ReactNode } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import styles from "./practice-banner.module.css";

export interface PracticeBannerProps {
  /** "Made-up runners. Nothing here can reach a real race." */
  readonly children: string;
  /** Before the way out: what else can be done in practice, as `PracticeBannerButton`s. */
  readonly more?: ReactNode;
  readonly leaveLabel: string;
  /** Null where only somebody else may leave. */
  readonly onLeave: (() => void) | null;
}

/** Violet stripes over every screen while it is practice (K3). */
export function PracticeBanner({ children, more, leaveLabel, onLeave }: PracticeBannerProps) {
  return (
    <header className={styles["banner"]}>
      <Icon name="practice" size={22} />
      <b className={styles["word"]}>{words.ui.practice}</b>
      <span className={styles["text"]}>{children}</span>
      {more}
      {onLeave === null ? null : (
        <PracticeBannerButton onPress={onLeave}>{leaveLabel}</PracticeBannerButton>
      )}
    </header>
  );
}

export interface PracticeBannerButtonProps {
  readonly children: string;
  readonly onPress: () => void;
}

/** What can be done from the stripes; the first of them begins the banner's end. */
export function PracticeBannerButton({ children, onPress }: PracticeBannerButtonProps) {
  return (
    <button type="button" className={styles["button"]} onClick={onPress}>
      <span className={styles["face"]}>{children}</span>
    </button>
  );
}
