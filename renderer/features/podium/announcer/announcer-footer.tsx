import { hasKeyboard } from "#renderer/client/input/keyboard.ts";
import { words } from "#renderer/i18n/words.ts";
import { IconButton } from "#renderer/ui/controls/buttons/button.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { Keycap } from "#renderer/ui/controls/buttons/keycap.tsx";
import type { AnnouncerSheet } from "./announcer-sheets.ts";
import styles from "./announcer.module.css";

export interface AnnouncerFooterProps {
  readonly sheet: AnnouncerSheet | undefined;
  readonly index: number;
  readonly count: number;
  /** Number of revealed names, and of all names of the segment. */
  readonly seen: number;
  readonly lines: number;
  readonly onReveal: (by: 1 | -1) => void;
  readonly onGo: (by: 1 | -1) => void;
  readonly onLeave: () => void;
}

/** The state of the segment, and a button for each key. */
export function AnnouncerFooter(props: AnnouncerFooterProps) {
  const { sheet, index, count, seen, lines, onReveal, onGo, onLeave } = props;
  const isComplete = seen === lines;
  const say = words.announcer;
  return (
    <footer className={styles["foot"]}>
      <SegmentState sheet={sheet} />
      {sheet === undefined ? null : (
        <>
          <button
            type="button"
            className={styles["key"]}
            aria-disabled={isComplete}
            onClick={() => {
              if (!isComplete) onReveal(1);
            }}
          >
            <Keycap size="m">{say.space}</Keycap>
            {isComplete ? say.allNames : say.nextName}
          </button>
          {hasKeyboard() ? null : (
            <IconButton icon="undo" label={say.hideName} onPress={() => onReveal(-1)} />
          )}
          <span className={styles["key"]}>
            <IconButton icon="left" label={say.previous} onPress={() => onGo(-1)} />
            <IconButton icon="right" label={say.next} onPress={() => onGo(1)} />
            {say.segmentOf(index + 1, count)}
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

function SegmentState({ sheet }: Pick<AnnouncerFooterProps, "sheet">) {
  const say = words.announcer;
  if (sheet === undefined) return <p className={styles["standing"]} />;
  const { announced, state } = sheet.segment;
  const isCurrent = announced !== null && state !== "changed";
  return (
    <p className={styles["standing"]} data-tone={isCurrent ? undefined : "look"}>
      <Icon name={isCurrent ? "done" : "look"} size={24} />
      {announced === null
        ? say.draft
        : isCurrent
          ? say.announced(announced.announcedBy)
          : say.changed}
    </p>
  );
}
