import { memo, useCallback } from "react";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Bib } from "#renderer/ui/race/bibs/bib.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Card, Facts } from "#renderer/ui/controls/page/card.tsx";
import type { Fact } from "#renderer/ui/controls/page/card.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import { SayName } from "#renderer/ui/race/people/say-name.tsx";
import type { RunnerCard } from "#shared/contract/roster.ts";
import { useCheckIn } from "../check-in-store.ts";
import { Companions } from "./companions.tsx";
import { runMarkOfRunner } from "#renderer/ui/race/runs/run-mark.ts";
import { History } from "./history.tsx";
import { useCommands } from "../commands/use-check-in-commands.ts";
import { SecondLook } from "./second-look.tsx";
import type { SecondLookReasons } from "./second-look.tsx";
import { WalkUpOutboxEntry } from "./walk-up-outbox-entry.tsx";
import { Warnings } from "./warnings.tsx";
import styles from "./runner.module.css";

export interface RunnerCardViewProps extends SecondLookReasons {
  readonly card: RunnerCard;
  /** No warning needs a look, so Enter checks in (C1). */
  readonly isReady: boolean;
  /** The card has all data of the runner; until then a press of the button is kept. */
  readonly isWhole: boolean;
}

/** The card of a runner who may be checked in: bib, name, facts, warnings and one large button. */
export const RunnerCardView = memo(function RunnerCardView({
  card,
  isReady,
  isWhole,
  ...look
}: RunnerCardViewProps) {
  const { eventId, checkIn } = useCommands();
  // The card of a running command is frozen. During the command of another runner this button is not busy.
  const isCheckingIn = useCheckIn(
    ({ busy, frozenCard }) => busy === "checkIn.perform" && frozenCard !== null,
  );
  const showPanel = useCheckIn((state) => state.showPanel);
  const { runner } = card;
  const say = words.checkIn;
  // After the dialog the search box gets the focus, so that Enter checks in and does not open the dialog again.
  const onSay = useCallback(
    (isOpen: boolean) => showPanel({ kind: isOpen ? "say" : "card" }),
    [showPanel],
  );
  const press = () => {
    if (isWhole) checkIn(card);
    else keepPress(runner.id);
  };
  return (
    <Card label={runner.name ?? runner.email} className={styles["runner"]}>
      <div className={styles["who"]}>
        <Bib bib={runner.bib} run={runMarkOfRunner(runner)} size="l" />
        <div className={styles["whoWords"]}>
          <div className="shrinks">
            <h2 className={styles["runnerName"]}>
              <PersonName>{runner.name ?? words.ui.noName}</PersonName>
            </h2>
            <p className={styles["runnerMail"]}>{runner.email}</p>
          </div>
          <Facts facts={factsOf(card)} />
        </div>
      </div>
      <div className={styles["cardMiddle"]}>
        <WalkUpOutboxEntry runner={runner} />
        <SecondLook runner={runner} {...look} />
        <Warnings warnings={card.warnings} />
        <Companions card={card} />
        <History card={card} />
        <div>
          <SayName
            key={runner.id}
            eventId={eventId}
            runnerId={runner.id}
            name={runner.name ?? runner.email}
            said={card.pronunciation}
            onToggle={onSay}
          />
        </div>
      </div>
      <div data-bar="" className={styles["actions"]}>
        {isReady ? (
          <BigButton
            keycap={words.ui.enter}
            busy={isCheckingIn ? say.checkingIn : undefined}
            onPress={press}
          >
            {say.checkIn}
          </BigButton>
        ) : (
          <Button size="xl" isBlock keycap={say.carefulKey} isBusy={isCheckingIn} onPress={press}>
            {say.checkInBib(runner.bib)}
          </Button>
        )}
        <Button size="xl" icon="edit" onPress={() => showPanel({ kind: "bib" })}>
          {runner.bib === null ? say.giveBib : say.changeBib}
        </Button>
      </div>
    </Card>
  );
});

/** Keeps a press of the button as an Enter is kept, until the card is whole (C8). */
function keepPress(shownId: string): void {
  const { text, setEarlyKey } = useCheckIn.getState();
  setEarlyKey({ kind: "enter", text, shownId, hadAnswer: true, atMs: performance.now() });
}

/** Empty facts are left out. */
function factsOf(card: RunnerCard): Fact[] {
  const say = words.checkIn;
  const { runner } = card;
  const { delivery } = runner;
  const isFine = delivery === null || delivery === "confirmed" || delivery === "not-sent";
  const standing = {
    tone: isFine ? ("done" as const) : ("look" as const),
    text: delivery === null ? say.confirmed : say.walkUpStands[delivery],
  };
  const facts: Fact[] = [
    { label: say.factRegistration, value: <FieldNote note={standing} size="m" /> },
  ];
  if (runner.paceGroup !== null) facts.push({ label: say.factPace, value: runner.paceGroup });
  return [...facts, ...teamAndNote(card)];
}

/** The facts that every card of a runner shows, where there are any. */
export function teamAndNote({ runner, notes }: Pick<RunnerCard, "runner" | "notes">): Fact[] {
  const facts: Fact[] = [];
  if (runner.teamId !== null) {
    facts.push({ label: words.checkIn.factTeam, value: runner.teamId });
  }
  if (notes !== null && notes !== "") facts.push({ label: words.checkIn.factNote, value: notes });
  return facts;
}
