import type { OutputOf } from "#shared/contract/index.ts";
import type { RunnerCard, RunnerRow } from "#shared/contract/roster.ts";
import type { Actor } from "#shared/domain/journal/journal.ts";
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
import { runMarkOfRunner } from "#renderer/ui/race/runs/run-mark.ts";
import { useCommands } from "../commands/use-check-in-commands.ts";
import { companionsOf } from "../runner/verdict.ts";
import { WalkUpNote } from "../runner/walk-up-outbox-entry.tsx";
import { problemOf } from "../runner/warning-heading.ts";
import styles from "./outcome.module.css";

/**
 * The green card after a check-in: hand over the bib. It stays until the next key press, and turns orange if the check-in is
 * undone meanwhile, or if the runner has no place any more: a refused walk-up, a cancelled registration or run.
 */
export function RunnerDone({ done }: { readonly done: OneDone }) {
  const { undo } = useCommands();
  const say = words.checkIn;
  const card = useCardNow(done.runner.id);
  const runner = card?.runner ?? done.runner;
  const companions = card === null ? [] : companionsOf(card);
  const waiting = done.waiting.filter(({ id }) => !isHereIn(companions, id));
  const [undone] = undoneIn(useStanding([done.entryId])).values();
  const problem = card === null ? null : problemOf(card);
  const newProblem = problem === (done.knownProblem ?? null) ? null : problem;
  const isGood = undone === undefined && newProblem === null;
  const standingTitle = newProblem === null ? say.done : say.hereDespite(newProblem);
  return (
    <SuccessCard
      tone={isGood ? "done" : "look"}
      title={undone === undefined ? standingTitle : say.undoneTitle(1)}
      at={isGood ? say.at(done.atMs) : undefined}
      action={
        undone === undefined ? (
          <Button
            kind={isGood ? "fill" : "paper"}
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
      {runner.runId === done.runner.runId ? null : (
        <CardNote>{say.runChangedSince(runner.runLabel)}</CardNote>
      )}
      {runner.bib === done.runner.bib ? null : (
        <CardNote>{say.bibChangedSince(runner.bib)}</CardNote>
      )}
      <WalkUpNote runner={runner} />
      <div className={styles["doneWho"]}>
        <Bib
          bib={runner.bib}
          run={runMarkOfRunner(runner)}
          size="xl"
          checkedIn={undone === undefined}
        />
        <div className="shrinks">
          {isGood ? (
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
      {waiting.length === 0 ? null : <Waiting runner={runner} waiting={waiting} />}
      <div data-bar="" className={styles["doneActions"]}>
        {undone === undefined ? null : <NextRunner />}
        {runner.bib === null ? (
          <GiveBib runner={runner} done={done} kind={isGood ? "fill" : "paper"} />
        ) : null}
      </div>
    </SuccessCard>
  );
}

interface GiveBibProps {
  readonly runner: RunnerRow;
  /** The card to show again afterwards. */
  readonly done: Done;
  readonly kind: "fill" | "paper";
}

function GiveBib({ runner, done, kind }: GiveBibProps) {
  const open = useCheckIn((state) => state.open);
  const showPanel = useCheckIn((state) => state.showPanel);
  return (
    <Button
      kind={kind}
      size="l"
      icon="edit"
      label={words.checkIn.giveBibTo(runner.name ?? runner.email)}
      onPress={() => {
        open(runner.id);
        showPanel({ kind: "bib", after: done });
      }}
    >
      {words.checkIn.giveBib}
    </Button>
  );
}

/** The runner's card as it is now: another desk, or a download, may have changed it. Null until the query answers. */
function useCardNow(runnerId: string): RunnerCard | null {
  const { eventId } = useCommands();
  return useQuery("roster.get", { eventId, runnerId }, { topics: ["roster"] }).value;
}

const isHereIn = (companions: readonly RunnerRow[], runnerId: string): boolean =>
  companions.some(({ id, checkedIn }) => id === runnerId && checkedIn !== null);

/** The runners with the same e-mail, or of the same relay team, who are not here yet. */
function Waiting({ runner, waiting }: Pick<OneDone, "runner" | "waiting">) {
  const open = useCheckIn((state) => state.open);
  const mates = waiting.filter(
    ({ runId, teamId }) => teamId !== null && teamId === runner.teamId && runId === runner.runId,
  );
  return (
    <div className={styles["doneFamily"]}>
      <Rule />
      <div className={styles["doneFamilyRow"]}>
        <p>{words.checkIn.companionsWaiting(waiting.length, mates.length)}</p>
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

/** On a card that has no other button, for a person without a keyboard. */
function NextRunner() {
  const clear = useCheckIn((state) => state.clear);
  return (
    <Button kind="paper" size="l" keycap={words.ui.esc} onPress={clear}>
      {words.checkIn.nextRunner}
    </Button>
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
  const checkIns = useStanding(came.flatMap(({ entryId }) => entryId ?? []));
  const undone = undoneIn(checkIns);
  const members = came.flatMap(({ entryId, runner }) => {
    if (runner === null || entryId === null) return [];
    const now = checkIns?.runners.find((each) => each.entryId === entryId);
    const problem = problemOf(now ?? { runner, warnings: [] });
    return [
      {
        entryId,
        runner: now?.runner ?? runner,
        bibThen: runner.bib,
        problem,
        undone: undone.get(entryId),
      },
    ];
  });
  const standing = members.filter((member) => member.undone === undefined);
  const withProblem = standing.filter(({ problem }) => problem !== null);
  const refused = withProblem.filter(({ runner }) => runner.delivery === "refused");
  const withPlace = standing.filter(({ problem }) => problem === null);
  const toHandOver = withPlace.filter(({ runner }) => runner.bib !== null);
  const withoutBib = withPlace.filter(({ runner }) => runner.bib === null);
  const undoneMembers = members.filter((member) => !standing.includes(member));
  const [first] = standing;
  const areAllUndone = undone.size > 0 && first === undefined;
  const isGood = first !== undefined && withProblem.length === 0;
  return (
    <SuccessCard
      tone={isGood ? "done" : "look"}
      title={
        areAllUndone
          ? say.undoneTitle(came.length)
          : say.doneAll(standing.length, withProblem.length, refused.length)
      }
      at={isGood ? say.at(done.atMs) : undefined}
      action={
        first === undefined ? undefined : (
          <Button
            kind={isGood ? "fill" : "paper"}
            icon="undo"
            keycap={done.hasNewer === true ? undefined : words.ui.undoKeys}
            label={say.undoAll(standing.length)}
            onPress={() => undoAction(first.entryId)}
          >
            {words.ui.undo}
          </Button>
        )
      }
    >
      {withProblem.length === 0 ? null : <FamilyTiles members={withProblem} />}
      <FamilyGroup title={say.noBibTo} members={withoutBib} done={done} />
      <FamilyGroup title={say.handOverAll} members={toHandOver} />
      {undoneMembers.length === 0 ? null : <FamilyTiles members={undoneMembers} />}
      {failed.length === 0 ? null : <FamilyFailures failed={failed} />}
      <div data-bar="" className={styles["doneActions"]}>
        {first === undefined ? <NextRunner /> : null}
      </div>
    </SuccessCard>
  );
}

function FamilyFailures({ failed }: { readonly failed: readonly FamilyOutcome[] }) {
  return (
    <div className={styles["failedAll"]}>
      <Rule />
      <p className={styles["doneVerb"]}>
        <Icon name="look" size={24} /> {words.checkIn.failedAll}
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
  );
}

interface FamilyMember {
  readonly entryId: string;
  readonly runner: RunnerRow;
  /** The bib at the check-in. */
  readonly bibThen: string | null;
  /** Why the runner should not be here; null if there is no reason (C2). */
  readonly problem: string | null;
  readonly undone: Actor | undefined;
}

const FamilyTiles = ({ members, done }: Pick<FamilyGroupProps, "members" | "done">) => (
  <div className={styles["doneAll"]}>
    {members.map((member) => (
      <FamilyTile key={member.entryId} {...member} done={done} />
    ))}
  </div>
);

interface FamilyGroupProps {
  readonly title: string;
  readonly members: readonly FamilyMember[];
  /** The card to show again after a member without a bib was given one. */
  readonly done?: Done | undefined;
}

function FamilyGroup({ title, members, done }: FamilyGroupProps) {
  if (members.length === 0) return null;
  return (
    <div role="group" aria-label={title} className={styles["doneGroup"]}>
      <p className={styles["doneVerb"]}>{title}</p>
      <FamilyTiles members={members} done={done} />
    </div>
  );
}

function FamilyTile({
  runner,
  bibThen,
  problem,
  undone,
  done,
}: FamilyMember & Pick<FamilyGroupProps, "done">) {
  return (
    <span className={styles["doneTile"]}>
      <Bib
        bib={runner.bib}
        run={runMarkOfRunner(runner)}
        size="medium"
        checkedIn={undone === undefined}
      />
      <PersonName>{runner.name ?? runner.email}</PersonName>
      {undone !== undefined ? (
        <UndoneNote undone={undone} />
      ) : problem !== null && runner.delivery !== "refused" ? (
        <CardNote>{problem}</CardNote>
      ) : runner.bib !== bibThen ? (
        <CardNote>{words.checkIn.bibChangedSince(runner.bib)}</CardNote>
      ) : null}
      <WalkUpNote runner={runner} />
      {done === undefined ? null : <GiveBib runner={runner} done={done} kind="paper" />}
    </span>
  );
}

/** Another desk or tab undid the check-in while the green card was on the screen (C3). */
const UndoneNote = ({ undone }: { readonly undone: Actor }) => (
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

type CheckIns = OutputOf<"checkIn.standing">;

/** What became of these check-ins and their runners since. Null until the query answers. */
function useStanding(entryIds: readonly string[]): CheckIns | null {
  const { eventId } = useCommands();
  return useQuery("checkIn.standing", { eventId, entryIds: [...entryIds] }, { topics: ["roster"] })
    .value;
}

/** The people who undid these check-ins, by entry. Empty without an answer, because a new check-in is not undone. */
const undoneIn = (checkIns: CheckIns | null): Map<string, Actor> =>
  new Map((checkIns?.undone ?? []).map(({ entryId, actor }) => [entryId, actor]));
