import { words } from "#renderer/i18n/words.ts";
import { IconButton } from "#renderer/ui/controls/buttons/button.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { Keycap } from "#renderer/ui/controls/buttons/keycap.tsx";
import type { AnnouncerSheet } from "./announcer-sheets.ts";
import styles from "./announcer.module.css";

export interface AnnouncerFooterProps {
  readonly show: AnnouncerSheet | null;
  readonly at: number;
  readonly of: number;
  /** Every name of the segment is shown. */
  readonly isWhole: boolean;
  readonly onReveal: () => void;
  readonly onGo: (by: 1 | -1) => void;
  readonly onLeave: () => void;
}

/** How the segment stands, and what the keys do. Every key has its button. */
export function AnnouncerFooter({
  show,
  at,
  of,
  isWhole,
  onReveal,
  onGo,
  onLeave,
}: AnnouncerFooterProps) {
  const say = words.announcer;
  return (
    <footer className={styles["foot"]}>
      <SegmentState show={show} />
      {show === null ? null : (
        <>
          <button
            type="button"
            className={styles["key"]}
            aria-disabled={isWhole}
            onClick={() => {
              if (!isWhole) onReveal();
            }}
          >
            <Keycap size="m">{say.space}</Keycap>
            {isWhole ? say.allNames : say.nextName}
          </button>
          <span className={styles["key"]}>
            <IconButton icon="left" label={say.previous} onPress={() => onGo(-1)} />
            <IconButton icon="right" label={say.next} onPress={() => onGo(1)} />
            {say.segmentOf(at + 1, of)}
          </span>
        </>
      )}
      <button type="button" className={styles["key"]} onClick={onLeave}>
        <Keycap size="m">{words.ui.esc}</Keycap>
        {say.leave}
      </button>
    </footer>
  );
}

function SegmentState({ show }: { readonly show: AnnouncerSheet | null }) {
  const say = words.announcer;
  if (show === null) return <p className={styles["standing"]} />;
  const { announced, state } = show.segment;
  if (announced === null) {
    return (
      <p className={styles["standing"]} data-tone="look">
        <Icon name="look" size={24} />
        {say.draft}
      </p>
    );
  }
  return state === "changed" ? (
    <p className={styles["standing"]} data-tone="look">
      <Icon name="look" size={24} />
      {say.changed}
    </p>
  ) : (
    <p className={styles["standing"]}>
      <Icon name="done" size={24} />
      {say.announced(announced.announcedBy)}
    </p>
  );
}
