import type { ReactNode } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import styles from "./practice-banner.module.css";

export interface PracticeBannerProps {
  /** "Made-up runners. Nothing here can reach a real race." */
  readonly children: string;
  /** Further `PracticeBannerButton`s before the button that leaves practice. */
  readonly more?: ReactNode;
  readonly leaveLabel: string;
  /** Null if this device may not leave practice. */
  readonly onLeave: (() => void) | null;
}

/** Violet stripes above every screen in practice (K3). */
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

/** A button in the practice banner. */
export function PracticeBannerButton({ children, onPress }: PracticeBannerButtonProps) {
  return (
    <button type="button" className={styles["button"]} onClick={onPress}>
      <span className={styles["face"]}>{children}</span>
    </button>
  );
}
