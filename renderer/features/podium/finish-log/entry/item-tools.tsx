import { useState } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Button, IconButton } from "#renderer/ui/controls/buttons/button.tsx";
import type { SelectedItem, ShownLog } from "../finish-rows.ts";
import { besideOf, countBelow, moveTarget } from "../finish-rows.ts";
import { showClockTime } from "./venue-time.ts";
import { AmbiguousBib } from "./ambiguous-bib.tsx";
import styles from "../finish-log.module.css";

export interface ItemToolsProps {
  readonly log: ShownLog | null;
  readonly selected: SelectedItem | null;
  /** What stands in the bib field: it can be inserted above the selected bib. */
  readonly typed: string;
  readonly timeZone: string | null;
  readonly onInsert: () => void;
  readonly onChange: () => void;
  readonly onSettle: (id: string, runnerId: string | null) => void;
  readonly onMove: (by: -1 | 1) => void;
  /** The whole line, or the selected item alone. */
  readonly onRemove: (isLine: boolean) => void;
  readonly onClose: () => void;
}

/** What can be done with the selected time or bib: the same by key, mouse and finger. */
export function ItemTools({
  log,
  selected,
  typed,
  timeZone,
  onInsert,
  onChange,
  onSettle,
  onMove,
  onRemove,
  onClose,
}: ItemToolsProps) {
  const { finishLog } = words;
  const { tools } = finishLog;
  /** The item that is asked about. */
  const [removed, setRemoved] = useState<string | null>(null);
  if (log === null || selected === null) return <NothingSelected log={log} />;
  const row = log.rows.get(selected.index);
  const isTime = selected.list === "stamps";
  const atMs = row?.stamp?.atMs ?? null;
  const isGap = isTime && atMs === null;
  const name = isTime
    ? timeName(selected.index, atMs, timeZone)
    : finishLog.chosenBib(selected.index, row?.line?.bib ?? finishLog.noBib);
  const below = countBelow(log, selected);
  // Removed alone, it leaves what stands beside it to the next: a person says whether that is meant.
  const isTorn = below > 0 && besideOf(log, selected) !== null;
  if (isTorn && removed === selected.id) {
    const say = isTime ? tools.removeTime : tools.removeBib;
    const keep = (): void => setRemoved(null);
    return <RemoveQuestion name={name} alone={say(below)} onRemove={onRemove} onKeep={keep} />;
  }
  return (
    <div className={styles["tools"]} role="toolbar" aria-label={name}>
      <p className={styles["toolsName"]} role="status">
        <bdi>{name}</bdi>
      </p>
      {isGap ? (
        <>
          <Button size="s" icon="edit" keycap={tools.changeKey} onPress={onChange}>
            {tools.time}
          </Button>
          <IconButton icon="add" label={tools.gapAgain} kind="plain" onPress={onInsert} />
        </>
      ) : (
        <Button size="s" icon="add" keycap={tools.gapKey} onPress={onInsert}>
          {isTime ? tools.gap : typed === "" ? tools.insertBib : tools.insertTyped(typed)}
        </Button>
      )}
      {isTime ? null : (
        <Button size="s" icon="edit" keycap={tools.changeKey} onPress={onChange}>
          {tools.change}
        </Button>
      )}
      {isTime && !isGap ? (
        <IconButton icon="edit" label={tools.changeTime} kind="plain" onPress={onChange} />
      ) : null}
      {isTime || row?.known === null || row === undefined ? null : (
        <AmbiguousBib key={selected.id} row={row.known} onSettle={onSettle} />
      )}
      {moveTarget(log, selected, -1) === undefined ? null : (
        <IconButton icon="up" label={tools.up} kind="plain" onPress={() => onMove(-1)} />
      )}
      {moveTarget(log, selected, 1) === undefined ? null : (
        <IconButton icon="down" label={tools.down} kind="plain" onPress={() => onMove(1)} />
      )}
      <IconButton
        icon="remove"
        label={tools.remove}
        kind="plain"
        onPress={() => (isTorn ? setRemoved(selected.id) : onRemove(false))}
      />
      <IconButton icon="clear" label={tools.close} className={styles["leave"]} onPress={onClose} />
    </div>
  );
}

interface RemoveQuestionProps {
  readonly name: string;
  /** The words for removing the item without what stands beside it. */
  readonly alone: string;
  readonly onRemove: (isLine: boolean) => void;
  readonly onKeep: () => void;
}

function RemoveQuestion({ name, alone, onRemove, onKeep }: RemoveQuestionProps) {
  const { tools } = words.finishLog;
  return (
    <div className={styles["tools"]} role="toolbar" aria-label={name}>
      <p className={styles["toolsName"]} role="status">
        <bdi>{name}</bdi>
      </p>
      <Button size="s" icon="remove" keycap={tools.removeKey} onPress={() => onRemove(false)}>
        {alone}
      </Button>
      <Button size="s" icon="remove" keycap={tools.removeLineKey} onPress={() => onRemove(true)}>
        {tools.removeLine}
      </Button>
      <IconButton icon="clear" label={tools.keep} onPress={onKeep} />
    </div>
  );
}

const timeName = (index: number, atMs: number | null, timeZone: string | null): string =>
  words.finishLog.chosenTime(
    index,
    atMs === null ? words.finishLog.noTime : showClockTime(atMs, timeZone),
  );

function NothingSelected({ log }: Pick<ItemToolsProps, "log">) {
  const { finishLog } = words;
  return (
    <p className={styles["hint"]}>
      <span className={styles["keysOnly"]}>{finishLog.stampNote} </span>
      {log === null || log.total === 0 ? null : finishLog.chooseHint}
    </p>
  );
}
