import { words } from "#renderer/i18n/words.ts";
import { Bib } from "#renderer/ui/bib.tsx";
import { Button } from "#renderer/ui/button.tsx";
import { Rule, SuccessCard } from "#renderer/ui/card.tsx";
import { Icon } from "#renderer/ui/icon.tsx";
import { PersonName } from "#renderer/ui/person-name.tsx";
import { useCheckIn } from "./check-in-store.ts";
import type { Done, FamilyOutcome } from "./check-in-store.ts";
import { failureWords } from "#renderer/i18n/failure-words.ts";
import { runMark } from "./found.ts";
import type { Orders } from "./use-orders.ts";
import styles from "./outcome.module.css";

export interface RunnerDoneProps {
  readonly done: Extract<Done, { kind: "one" }>;
  readonly orders: Orders;
}

/** Green: hand over the bib. It stays until the next key. */
export function RunnerDone({ done, orders }: RunnerDoneProps) {
  const open = useCheckIn((state) => state.open);
  const say = words.checkIn;
  const { runner } = done;
  return (
    <SuccessCard
      title={say.done}
      at={say.at(done.atMs)}
      action={
        <Button
          kind="fill"
          icon="undo"
          keycap={words.ui.undoKeys}
          label={say.undoOf(runner.name, runner.bib)}
          onPress={() => orders.undo(runner, done.entryId)}
        >
          {words.ui.undo}
        </Button>
      }
    >
      <div className={styles["doneWho"]}>
        <Bib bib={runner.bib} run={runMark(runner)} size="xl" checkedIn />
        <div className={styles["doneWords"]}>
          <p className={styles["doneVerb"]}>
            {runner.bib === null ? say.noBibTo : say.handOver(runner.bib)}
          </p>
          <h3 className={styles["doneName"]}>
            <PersonName>{runner.name ?? words.ui.noName}</PersonName>
          </h3>
          <p className={styles["doneRun"]}>{say.runAndPace(runner.runLabel, runner.paceGroup)}</p>
        </div>
      </div>
      {done.waiting.length === 0 ? null : (
        <div className={styles["doneFamily"]}>
          <Rule />
          <div className={styles["doneFamilyRow"]}>
            <p>{say.sameEmailWaiting}</p>
            <div className={styles["doneTiles"]}>
              {done.waiting.map((other) => (
                <button
                  key={other.id}
                  type="button"
                  className={styles["doneTile"]}
                  onClick={() => open(other.id)}
                >
                  <Bib bib={other.bib} run={runMark(other)} />
                  <PersonName>{firstName(other.name) ?? other.email}</PersonName>
                </button>
              ))}
            </div>
          </div>
        </div>
      )}
    </SuccessCard>
  );
}

/** Only to tell siblings apart on a small tile; the whole name is on the card behind it. */
const firstName = (name: string | null): string | null =>
  name === null ? null : (name.split(/\s+/u)[0] ?? name);

export interface FamilyDoneProps {
  readonly done: Extract<Done, { kind: "family" }>;
  readonly orders: Orders;
}

/** Several at once: each with its own bib, and by name who did not come in (C4). */
export function FamilyDone({ done, orders }: FamilyDoneProps) {
  const say = words.checkIn;
  const came = done.outcomes.filter(({ failure }) => failure === null);
  const failed = done.outcomes.filter(({ failure }) => failure !== null);
  return (
    <SuccessCard
      title={say.doneAll(came.length)}
      at={say.at(done.atMs)}
      action={
        <Button kind="fill" icon="undo" keycap={words.ui.undoKeys} onPress={orders.undoLast}>
          {words.ui.undo}
        </Button>
      }
    >
      <p className={styles["doneVerb"]}>{say.handOverAll}</p>
      <div className={styles["doneAll"]}>
        {came.map((outcome) => (
          <FamilyTile key={outcome.runnerId} outcome={outcome} />
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
                {failedWords(outcome)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </SuccessCard>
  );
}

function FamilyTile({ outcome }: { readonly outcome: FamilyOutcome }) {
  const { runner } = outcome;
  if (runner === null) return null;
  return (
    <span className={styles["doneTile"]}>
      <Bib bib={runner.bib} run={runMark(runner)} size="door" checkedIn />
      <PersonName>{runner.name ?? runner.email}</PersonName>
    </span>
  );
}

function failedWords({ failure, runner }: FamilyOutcome): string {
  const say = words.checkIn;
  if (failure === "already-checked-in") return say.alreadyTitle;
  if (failure === "run-cancelled") return say.runCancelledTitle(runner?.runLabel ?? "");
  if (failure === "not-confirmed") return say.notConfirmed;
  return failureWords({ code: failure ?? "internal", message: "" }).title;
}
