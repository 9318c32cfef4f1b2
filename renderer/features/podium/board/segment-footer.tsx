import type { ReactNode } from "react";
import { hasKeyboard } from "#renderer/client/input/keyboard.ts";
import { useDelayed } from "#renderer/client/queries/use-delayed.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import { Keycap } from "#renderer/ui/controls/buttons/keycap.tsx";
import type { PodiumSegment } from "#shared/contract/podium.ts";
import { openDialog } from "../podium-store.ts";
import type { SheetWork } from "../podium-store.ts";
import styles from "./board.module.css";

/** The text about saving appears after this time, because it would flicker for a fast reply. */
const savingAfterMs = 300;

export interface SegmentFooterProps {
  readonly segment: PodiumSegment;
  readonly work: SheetWork;
  readonly isActive: boolean;
  /** Number of lines, saved and unsaved. */
  readonly filled: number;
  /** The open slot has something that is not saved. */
  readonly isTyped: boolean;
  /** Saves the line of the open slot, as Enter does. */
  readonly onSaveTyped: () => void;
}

/** The state of the segment, and the button for the next step. */
export function SegmentFooter(props: SegmentFooterProps) {
  const { segment, work, isActive, filled, isTyped, onSaveTyped } = props;
  const isSaving = work.phase.kind === "saving";
  const isSlow = useDelayed(isSaving, savingAfterMs);
  const say = words.podium;
  const { segmentId, state, depth } = segment;
  const isWithoutLine = segment.slots.length === 0;
  const toFill = depth === null ? 0 : Math.max(0, depth - filled);
  // A line that was typed without Enter would be missing in the announcement (P5).
  const announce = (text: string): ReactNode =>
    isTyped ? (
      <Button isBlock onPress={onSaveTyped}>
        {say.saveTyped}
      </Button>
    ) : (
      <Button
        icon="announce"
        isBlock
        notYet={isWithoutLine ? say.noLineLeft : undefined}
        onPress={() => openDialog({ kind: "announce", segmentId })}
      >
        {text}
      </Button>
    );

  if (work.slots !== null) {
    return (
      <Footer icon="waiting" text={isSlow || !isSaving ? say.notSavedYet : ""}>
        <Button isBlock notYet={say.notSavedYet} onPress={() => undefined}>
          {say.announce}
        </Button>
      </Footer>
    );
  }
  if (state === "announced" && segment.announced !== null) {
    return (
      <Footer icon="done" tone="done" text={say.announced(segment.announced.announcedBy)}>
        <Button kind="quiet" isBlock onPress={() => openDialog({ kind: "reason", segmentId })}>
          {say.change}
        </Button>
      </Footer>
    );
  }
  if (state === "changed" && work.reason !== null) {
    const said = isWithoutLine ? { text: "" } : warningsOf(segment);
    return <Footer {...said}>{announce(say.announceAgain)}</Footer>;
  }
  if (state === "changed") {
    return (
      <Footer text="">
        <Button kind="quiet" isBlock onPress={() => openDialog({ kind: "reason", segmentId })}>
          {say.change}
        </Button>
        {announce(say.announceAgain)}
      </Footer>
    );
  }
  const isBeingTyped = isActive && toFill > 0;
  if (state === "empty" || isBeingTyped) {
    return (
      <Footer text={isActive && hasKeyboard() ? <KeysHint canTie={filled > 0} /> : ""}>
        <Button
          isBlock
          notYet={toFill > 0 ? say.toFill(toFill) : say.nobody}
          onPress={() => undefined}
        >
          {say.announce}
        </Button>
      </Footer>
    );
  }
  return <Footer {...warningsOf(segment)}>{announce(say.announce)}</Footer>;
}

/** Open warnings are more important than empty places. */
function warningsOf({
  openWarnings,
  toFill,
}: PodiumSegment): Pick<FooterProps, "icon" | "tone" | "text"> {
  if (openWarnings > 0) {
    return { icon: "look", tone: "look", text: words.podium.openWarnings(openWarnings) };
  }
  if (toFill !== null && toFill > 0) return { text: words.podium.toFill(toFill) };
  return { icon: "done", text: words.podium.noWarnings };
}

interface FooterProps {
  readonly icon?: IconName;
  readonly tone?: "done" | "look";
  readonly text: ReactNode;
  readonly children?: ReactNode;
}

function Footer({ icon, tone, text, children }: FooterProps) {
  return (
    <footer className={styles["foot"]}>
      {text === "" ? null : (
        <p className={styles["state"]} data-tone={tone}>
          {icon === undefined ? null : <Icon name={icon} size={22} />}
          <span>{text}</span>
        </p>
      )}
      {children}
    </footer>
  );
}

/** The keys of the open slot, without Enter, which the slot itself shows. */
function KeysHint({ canTie }: { readonly canTie: boolean }) {
  const say = words.podium;
  return (
    <span className={styles["hint"]}>
      <Keycap>{say.timeKey}</Keycap> {say.typesTime}
      {canTie ? (
        <>
          {" "}
          <Keycap>{say.tieKey}</Keycap> {say.tiesWithAbove}
        </>
      ) : null}
    </span>
  );
}
