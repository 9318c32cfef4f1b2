import { words } from "#renderer/i18n/words.ts";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import type { RunnerRow } from "#shared/contract/roster.ts";
import type { ActiveSlot } from "../podium-store.ts";
import { chooseHolder } from "./draft-sheet.ts";
import type { DraftSlot, LineRunner } from "./draft-sheet.ts";
import type { Editor } from "./slot-editing.ts";
import { Choice } from "./slot-parts.tsx";
import styles from "./slot.module.css";

/** Only the time was typed. */
export const keepsRunner = (active: ActiveSlot, slot: DraftSlot | null): slot is DraftSlot =>
  slot !== null && slot.runnerId !== null && slot.bib === active.bib.trim();

interface LineRunnerNameProps {
  readonly active: ActiveSlot;
  readonly slot: DraftSlot | null;
  readonly runId: string;
  readonly editor: Pick<Editor, "isRelay" | "enterAsBib">;
  /** Null: the look-up has no answer yet. */
  readonly holders: readonly RunnerRow[] | null;
  readonly lookAlikes: readonly RunnerRow[];
  /** Runners with the typed text in their name. */
  readonly names: readonly RunnerRow[];
  readonly onChoose: (runner: RunnerRow) => void;
}

/** The runner with the typed bib. Of several, only a single runner of this run is chosen without a person. */
export function LineRunnerName(props: LineRunnerNameProps) {
  const { active, slot, runId, holders, lookAlikes, names, onChoose } = props;
  const { isRelay, enterAsBib } = props.editor;
  const say = words.podium;
  if (active.chosen !== null) return <Named runner={active.chosen} isRelay={isRelay} />;
  if (!active.isTouched) return slot === null ? null : <LineName slot={slot} />;
  // Only the time was typed: the line keeps its runner. The bib may be somebody else's by now, who can be chosen.
  if (keepsRunner(active, slot)) {
    const others = (holders ?? []).filter(({ id }) => id !== slot.runnerId);
    return (
      <>
        <LineName slot={slot} />
        <Holders holders={others} onChoose={onChoose} />
      </>
    );
  }
  if (holders === null) return <span className={styles["name"]}>&nbsp;</span>;
  const chosen = chooseHolder(holders, runId);
  const [alike] = lookAlikes;
  if (holders.length === 0 && names.length > 0) {
    return (
      <>
        <span className={styles["unknown"]}>{say.nameTyped}</span>
        <Holders holders={names} onChoose={onChoose} />
        <Choice text={say.enterAsBib(active.bib.trim())} onPress={enterAsBib} />
      </>
    );
  }
  if (holders.length === 0) {
    return (
      <>
        <span className={styles["unknown"]}>{say.unknownBib}</span>
        {alike === undefined ? null : (
          <Choice
            text={say.lookAlike(alike.bib ?? "", alike.name)}
            onPress={() => onChoose(alike)}
          />
        )}
      </>
    );
  }
  return (
    <>
      {chosen === null ? null : <Named runner={chosen} isRelay={isRelay} />}
      {holders.length > 1 ? (
        <>
          <span className={styles["note"]}>{say.chooseHolder(holders.length)}</span>
          <Holders holders={holders} onChoose={onChoose} />
        </>
      ) : null}
    </>
  );
}

/** The runner of a saved line. */
function LineName({ slot }: { readonly slot: Pick<DraftSlot, "name" | "isLookedUp"> }) {
  return slot.name === null ? (
    <span className={styles["unknown"]}>
      {slot.isLookedUp ? words.podium.noName : words.podium.nameAwaited}
    </span>
  ) : (
    <PersonName className={styles["name"]}>{slot.name}</PersonName>
  );
}

interface HoldersProps extends Pick<LineRunnerNameProps, "onChoose"> {
  readonly holders: readonly RunnerRow[];
}

/** Runners of whom a person chooses one. */
const Holders = ({ holders, onChoose }: HoldersProps) =>
  holders.map((holder) => (
    <Choice
      key={holder.id}
      text={words.podium.holder(holder.name, holder.runLabel)}
      onPress={() => onChoose(holder)}
    />
  ));

interface NamedProps {
  readonly runner: LineRunner;
  readonly isRelay: boolean;
}

function Named({ runner, isRelay }: NamedProps) {
  return (
    <>
      <PersonName className={styles["name"]}>{runner.name ?? words.ui.noName}</PersonName>
      {!isRelay || runner.teamId === null ? null : (
        <span className={styles["note"]}>{words.podium.team(runner.teamId)}</span>
      )}
    </>
  );
}
