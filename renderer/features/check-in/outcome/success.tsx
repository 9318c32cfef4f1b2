import type { Actor } from "#shared/contract/common.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Bib } from "#renderer/ui/race/bibs/bib.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Rule, SuccessCard } from "#renderer/ui/controls/page/card.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import { useCheckIn } from "../check-in-store.ts";
import type { Done, FamilyOutcome, OneDone } from "../check-in-store.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import type { Who } from "#renderer/i18n/en/people.ts";
import { runMarkOfRunner } from "#renderer/ui/race/runs/run-mark.ts";
import { useCommands } from "../commands/use-check-in-commands.ts";
import { WalkUpNote } from "../runner/walk-up-outbox-entry.tsx";
import styles from "./outcome.module.css";

/** The green card after a check-in: hand over the bib. It stays until the next key press. */
export function RunnerDone({ done }: { readonly done: OneDone }) {
  const { undo } = useCommands();
  const open = useCheckIn((state) => state.open);
  const showPanel = useCheckIn((state) => state.showPanel);
  const say = words.checkIn;
  const { runner, waiting, hasOtherBib } = useRunnerNow(done);
  const [undone] = useUndone([done.entryId]).values();
  return (
    <SuccessCard
      title={say.done}
      at={say.at(done.atMs)}
      action={
        undone === undefined ? (
          <Button
            kind="fill"
            icon="undo"
            keycap={done.hasNewer === true ? undefined : words.ui.undoKeys}
            label={say.undoOf(runner.name, runner.bib)}
            onPress={() => undo(runner, done.entryId)}
          >
            {words.ui.undo}
          </Button>
        ) : undefined
      }
    >
      {undone === undefined ? null : <UndoneNote undone={undone} />}
      {hasOtherBib ? <CardNote>{say.bibChangedSince(runner.bib)}</CardNote> : null}
      <WalkUpNote runner={runner} />
      <div className={styles["doneWho"]}>
        <Bib bib={runner.bib} run={runMarkOfRunner(runner)} size="xl" checkedIn />
        <div className={styles["doneWords"]}>
          {undone === undefined ? (
            <p className={styles["doneVerb"]}>
              {runner.bib === null ? say.noBibTo : say.handOver(runner.bib)}
            </p>
          ) : null}
          <h3 className={styles["doneName"]}>
            <PersonName>{runner.name ?? words.ui.noName}</PersonName>
          </h3>
          <p className={styles["doneRun"]}>{say.runAndPace(runner.runLabel, runner.paceGroup)}</p>
        </div>
      </div>
      {waiting.length === 0 ? null : <Siblings waiting={waiting} />}
      <div data-bar="" className={styles["doneActions"]}>
        {runner.bib === null ? (
          <Button
            kind="fill"
            size="l"
            icon="edit"
            onPress={() => {
              open(runner.id);
              showPanel({ kind: "bib", after: done });
            }}
          >
            {say.giveBib}
          </Button>
        ) : null}
      </div>
    </SuccessCard>
  );
}

/**
 * The runner and the siblings as they are now: another desk may have changed the bib, or checked in a sibling, since the
 * check-in.
 */
function useRunnerNow(done: OneDone) {
  const { eventId } = useCommands();
  const { value } = useQuery(
    "roster.get",
    { eventId, runnerId: done.runner.id },
    { topics: ["roster"] },
  );
  const runner = value?.runner ?? done.runner;
  const here = (value?.family ?? []).filter(({ checkedIn }) => checkedIn !== null);
  return {
    runner,
    hasOtherBib: runner.bib !== done.runner.bib,
    waiting: done.waiting.filter(({ id }) => !here.some((sibling) => sibling.id === id)),
  };
}

/** The runners with the same e-mail who are not here yet. */
function Siblings({ waiting }: Pick<OneDone, "waiting">) {
  const open = useCheckIn((state) => state.open);
  return (
    <div className={styles["doneFamily"]}>
      <Rule />
      <div className={styles["doneFamilyRow"]}>
        <p>{words.checkIn.sameEmailWaiting}</p>
        <div className={styles["doneTiles"]}>
          {waiting.map((other) => (
            <button
              key={other.id}
              type="button"
              className={styles["doneTile"]}
              onClick={() => open(other.id)}
            >
              <Bib bib={other.bib} run={runMarkOfRunner(other)} />
              <PersonName>{firstName(other.name) ?? other.email}</PersonName>
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

/** The first word of a name, to distinguish siblings on a small tile. */
const firstName = (name: string | null): string | null =>
  name === null ? null : (name.split(/\s+/u)[0] ?? name);

/** The green card of several check-ins: each runner with the bib, and the runners whose check-in failed (C4). */
export function FamilyDone({ done }: { readonly done: Extract<Done, { kind: "family" }> }) {
  const { undoAction } = useCommands();
  const say = words.checkIn;
  const came = done.outcomes.filter(({ failure }) => failure === null);
  const failed = done.outcomes.filter(({ failure }) => failure !== null);
  const entryIds = came.flatMap(({ entryId }) => entryId ?? []);
  const undone = useUndone(entryIds);
  const standing = entryIds.filter((entryId) => !undone.has(entryId));
  const [first] = standing;
  return (
    <SuccessCard
      title={say.doneAll(came.length)}
      at={say.at(done.atMs)}
      action={
        first === undefined ? undefined : (
          <Button
            kind="fill"
            icon="undo"
            keycap={done.hasNewer === true ? undefined : words.ui.undoKeys}
            label={say.undoAll(standing.length)}
            onPress={() => undoAction(first)}
          >
            {words.ui.undo}
          </Button>
        )
      }
    >
      <p className={styles["doneVerb"]}>{say.handOverAll}</p>
      <div className={styles["doneAll"]}>
        {came.map((outcome) => (
          <FamilyTile
            key={outcome.runnerId}
            outcome={outcome}
            undone={undone.get(outcome.entryId ?? "")}
          />
        ))}
      </div>
      {failed.length === 0 ? null : (
        <div className={styles["failedAll"]}>
          <Rule />
          <p className={styles["doneVerb"]}>
            <Icon name="look" size={24} /> {say.failedAll}
          </p>
          <ul>
            {failed.map((outcome) => (
              <li key={outcome.runnerId}>
                <PersonName>{outcome.runner?.name ?? words.ui.noName}</PersonName>
                {": "}
                {failureText(outcome)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div data-bar="" className={styles["doneActions"]} />
    </SuccessCard>
  );
}

interface FamilyTileProps {
  readonly outcome: FamilyOutcome;
  readonly undone: Who | undefined;
}

function FamilyTile({ outcome, undone }: FamilyTileProps) {
  const { runner } = outcome;
  if (runner === null) return null;
  return (
    <span className={styles["doneTile"]}>
      <Bib
        bib={runner.bib}
        run={runMarkOfRunner(runner)}
        size="medium"
        checkedIn={undone === undefined}
      />
      <PersonName>{runner.name ?? runner.email}</PersonName>
      {undone === undefined ? null : <UndoneNote undone={undone} />}
    </span>
  );
}

/** Another desk or tab undid the check-in while the green card was on the screen (C3). */
const UndoneNote = ({ undone }: { readonly undone: Who }) => (
  <CardNote>{words.checkIn.undoneElsewhere(undone)}</CardNote>
);

/** What happened to the runner while the green card was on the screen. */
function CardNote({ children }: { readonly children: string }) {
  return (
    <p className={styles["cardNote"]}>
      <Icon name="look" size={24} />
      <span>{children}</span>
    </p>
  );
}

function failureText({ failure, runner }: FamilyOutcome): string {
  const say = words.checkIn;
  if (failure === "already-checked-in") return say.alreadyTitle;
  if (failure === "run-cancelled") return say.runCancelledTitle(runner?.runLabel ?? "");
  if (failure === "not-confirmed") return say.notConfirmed;
  return failureMessage({ code: failure ?? "internal", message: "" }).title;
}

/** The people who undid these check-ins, by entry. Empty until the query answers, because a new check-in is not undone. */
function useUndone(entryIds: readonly string[]): Map<string, Actor> {
  const { eventId } = useCommands();
  const { value } = useQuery(
    "checkIn.standing",
    { eventId, entryIds: [...entryIds] },
    { topics: ["roster"] },
  );
  return new Map((value?.undone ?? []).map(({ entryId, actor }) => [entryId, actor]));
}
