import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { DialogActions } from "#renderer/ui/controls/dialogs/dialog.tsx";
import type { PodiumSegment, Slot } from "#shared/contract/podium.ts";
import { precisionOf } from "#shared/domain/podium/race-time.ts";
import { linesOf } from "../slots/open-slot.ts";
import type { SheetCommands } from "./sheet-commands.ts";
import { workOf } from "../podium-store.ts";
import { draftOf } from "../slots/draft-sheet.ts";
import { SlotBib, SlotTime } from "../slots/slot-parts.tsx";
import styles from "../dialogs.module.css";

export interface RivalSheetsProps {
  readonly runId: string;
  /** `rivals`: two desks saved a sheet without seeing the other. `meanwhile`: another desk or window saved while this one typed. */
  readonly kind: "rivals" | "meanwhile";
  readonly segment: PodiumSegment;
  readonly commands: SheetCommands;
  readonly onClose: () => void;
}

/** The sheets side by side, as they were typed. A person chooses the right one; all stay in the history (J4). */
export function RivalSheets({ runId, kind, segment, commands, onClose }: RivalSheetsProps) {
  const say = words.podium;
  const { phase } = workOf(runId, segment.segmentId);
  const titleOf = ({ actor }: Pick<PodiumSegment, "actor">): string =>
    actor === null ? say.theirs : say.sheetBy(actor);
  const theirs = phase.kind === "meanwhile" ? phase.theirs : segment;
  const mine = linesOf(runId, segment);
  const sheets =
    kind === "meanwhile"
      ? [
          {
            title: say.mine,
            slots: mine,
            action: say.keepMine,
            choose: () => commands.settle(theirs, mine),
          },
          {
            title: titleOf(theirs),
            slots: theirs.slots,
            action: say.keepTheirs,
            choose: () => commands.drop(segment),
          },
        ]
      : [segment, ...segment.rivals].map((sheet) => ({
          title: titleOf(sheet),
          slots: sheet.slots,
          action: say.useThis,
          choose: () => commands.settle(segment, draftOf(sheet.slots)),
        }));
  return (
    <>
      <p>{kind === "meanwhile" ? say.meanwhileText : say.rivalsText(sheets.length)}</p>
      <div className={styles["sheets"]}>
        {sheets.map(({ choose, ...sheet }, index) => (
          <Sheet
            key={index}
            {...sheet}
            other={sheets[index === 0 ? 1 : 0]?.slots ?? []}
            onChoose={() => {
              choose();
              onClose();
            }}
          />
        ))}
      </div>
      <DialogActions>
        <Button keycap={words.ui.esc} onPress={onClose}>
          {say.back}
        </Button>
      </DialogActions>
    </>
  );
}

interface SheetProps {
  readonly title: string;
  readonly slots: readonly Slot[];
  /** The sheet to compare with; lines that differ are marked. */
  readonly other: readonly Slot[];
  readonly action: string;
  readonly onChoose: () => void;
}

function Sheet({ title, slots, other, action, onChoose }: SheetProps) {
  const precision = precisionOf([...slots, ...other].map(({ hundredths }) => hundredths));
  return (
    <section className={styles["sheet"]} aria-label={title}>
      <h3>{title}</h3>
      {slots.length === 0 ? <p>{words.podium.nobody}</p> : null}
      <ol>
        {slots.map((slot, index) => {
          const there = other[index];
          const differs =
            there?.bib !== slot.bib || there.tie !== slot.tie || there.time !== slot.time;
          return (
            <li key={index} data-differs={differs ? "" : undefined}>
              <b>{slot.place}</b>
              <SlotBib bib={slot.bib} />
              <bdi dir="auto" className={styles["sheetName"]}>
                {slot.name ?? words.podium.noName}
              </bdi>
              <SlotTime time={slot.time} hundredths={slot.hundredths} precision={precision} />
            </li>
          );
        })}
      </ol>
      <Button isBlock onPress={onChoose}>
        {action}
      </Button>
    </section>
  );
}
