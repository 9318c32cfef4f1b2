import { useState } from "react";
import type { ReactNode } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Button, IconButton } from "#renderer/ui/controls/buttons/button.tsx";
import { besideOf, countBelow, moveTarget } from "../finish-rows.ts";
import { showClockTime } from "#shared/domain/basics/venue-time.ts";
import { AmbiguousBib } from "./ambiguous-bib.tsx";
import type { LineActions } from "../line-actions.ts";
import type { LineEntry } from "../use-line-entry.ts";
import styles from "../finish-log.module.css";

export interface ItemToolsProps {
  readonly entry: LineEntry;
  readonly actions: LineActions;
}

/** The actions for the selected time or bib, by mouse and touch. The keys have the same actions. */
export function ItemTools({ entry, actions }: ItemToolsProps) {
  const { log, selected, changed, text, timeZone, commands } = entry;
  // The typed bib can be inserted above the selected one.
  const typed = changed === null ? text.trim() : "";
  const { finishLog } = words;
  const { tools } = finishLog;
  const [isRemovalAsked, askRemoval] = useQuestion(subjectOf(entry));
  if (log === null || selected === null) return <NothingSelected log={log} />;
  const row = log.rows.get(selected.index);
  const isTime = selected.list === "stamps";
  const atMs = row?.stamp?.atMs ?? null;
  const isGap = isTime && atMs === null;
  const name = isTime
    ? finishLog.chosenTime(
        selected.index,
        atMs === null ? finishLog.noTime : showClockTime(atMs, timeZone),
      )
    : finishLog.chosenBib(selected.index, row?.line?.bib ?? finishLog.noBib);
  const below = countBelow(log, selected);
  // Without this item, the other items of its row and below get other neighbours; a person must confirm that.
  const isTorn = below > 0 && besideOf(log, selected) !== null;
  if (isTorn && isRemovalAsked) {
    const say = isTime ? tools.removeTime : tools.removeBib;
    const keep = (): void => askRemoval(false);
    return (
      <RemoveQuestion name={name} alone={say(below)} onRemove={actions.remove} onKeep={keep} />
    );
  }
  const insertButton = (
    <Button size="s" icon="add" keycap={tools.gapKey} onPress={actions.insertAbove}>
      {isTime ? tools.gap : typed === "" ? tools.insertBib : tools.insertTyped(typed)}
    </Button>
  );
  const changeButton = (
    <Button size="s" icon="edit" keycap={tools.changeKey} onPress={actions.change}>
      {isGap ? tools.time : tools.change}
    </Button>
  );
  // Of a time, the likelier action alone has its name on it.
  const lesser = isGap
    ? { icon: "add" as const, label: tools.gap, keys: tools.gapKey, onPress: actions.insertAbove }
    : {
        icon: "edit" as const,
        label: tools.changeTime,
        keys: tools.changeKey,
        onPress: actions.change,
      };
  return (
    <Toolbar name={name}>
      {isGap ? changeButton : insertButton}
      {isTime ? <IconButton kind="plain" {...lesser} /> : changeButton}
      {isTime || row?.known === null || row === undefined ? null : (
        <AmbiguousBib key={selected.id} row={row.known} onSettle={commands.settle} />
      )}
      <MoveButtons log={log} selected={selected} onMove={actions.move} />
      <IconButton
        icon="remove"
        label={tools.remove}
        kind="plain"
        keys="Delete"
        onPress={() => (isTorn ? askRemoval(true) : actions.remove(false))}
      />
      <IconButton icon="clear" label={tools.close} onPress={() => actions.select(null)} />
    </Toolbar>
  );
}

/** Whether a person is asked about the subject. The question ends when an undo, or anything else, changes its subject. */
function useQuestion(subject: string | null): [boolean, (isAsked: boolean) => void] {
  const [asked, setAsked] = useState<string | null>(null);
  if (asked !== null && asked !== subject) setAsked(null);
  return [asked !== null && asked === subject, (isAsked) => setAsked(isAsked ? subject : null)];
}

/** The selected item, its row, and what stands beside it, as a text to compare. */
function subjectOf({ log, selected }: LineEntry): string | null {
  if (log === null || selected === null) return null;
  const { index, id } = selected;
  const row = log.rows.get(index);
  return JSON.stringify([id, index, row?.line?.bib, row?.stamp?.atMs, besideOf(log, selected)?.id]);
}

interface ToolbarProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** The name of the selected item, and its buttons. */
function Toolbar({ name, children }: ToolbarProps) {
  return (
    <div className={styles["tools"]} role="toolbar" aria-label={name}>
      <p className={styles["toolsName"]} role="status">
        <bdi>{name}</bdi>
      </p>
      {children}
    </div>
  );
}

interface MoveButtonsProps {
  readonly log: NonNullable<LineEntry["log"]>;
  readonly selected: NonNullable<LineEntry["selected"]>;
  readonly onMove: (by: 1 | -1) => void;
}

/** Buttons that move the item by one place, where there is a place. */
function MoveButtons({ log, selected, onMove }: MoveButtonsProps) {
  const { tools } = words.finishLog;
  return (
    <>
      {moveTarget(log, selected, -1) === undefined ? null : (
        <IconButton
          icon="up"
          label={tools.up}
          kind="plain"
          keys="Alt+ArrowUp"
          onPress={() => onMove(-1)}
        />
      )}
      {moveTarget(log, selected, 1) === undefined ? null : (
        <IconButton
          icon="down"
          label={tools.down}
          kind="plain"
          keys="Alt+ArrowDown"
          onPress={() => onMove(1)}
        />
      )}
    </>
  );
}

interface RemoveQuestionProps {
  readonly name: string;
  /** The text of the button that removes only this item. */
  readonly alone: string;
  readonly onRemove: (isLine: boolean) => void;
  readonly onKeep: () => void;
}

function RemoveQuestion({ name, alone, onRemove, onKeep }: RemoveQuestionProps) {
  const { tools } = words.finishLog;
  return (
    <Toolbar name={name}>
      <Button size="s" icon="remove" keycap={tools.removeKey} onPress={() => onRemove(false)}>
        {alone}
      </Button>
      <Button size="s" icon="remove" keycap={tools.removeLineKey} onPress={() => onRemove(true)}>
        {tools.removeLine}
      </Button>
      <IconButton icon="clear" label={tools.keep} onPress={onKeep} />
    </Toolbar>
  );
}

function NothingSelected({ log }: Pick<LineEntry, "log">) {
  const { finishLog } = words;
  return (
    <p className={styles["hint"]}>
      <span className={styles["keysOnly"]}>{finishLog.stampNote} </span>
      {log === null || log.total === 0 ? null : finishLog.chooseHint}
    </p>
  );
}
