import type { ReactNode } from "react";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import type { OutputOf } from "#shared/contract/index.ts";
import styles from "./official.module.css";

type Results = OutputOf<"results.get">;

const icons: Readonly<Record<Results["state"], IconName>> = {
  never: "not-here",
  unpublished: "waiting",
  published: "done",
  failed: "look",
  gone: "stop",
};

export interface StateCardProps {
  readonly results: Results;
  /** Below an empty page: only the problem, if there is one. */
  readonly isAlone?: boolean;
  readonly action?: ReactNode;
}

/** The state of the run's results, and the next step. */
export function StateCard({ results, isAlone = false, action }: StateCardProps) {
  const { official } = words;
  const { state, fetchedAtMs, failure } = results;
  const current = results.publications.find(({ standing }) => standing === "current");
  const isWithdrawn = state === "unpublished" && results.publications.length > 0;
  // The core keeps only the code of the failure.
  const why =
    failure === null ? null : failureMessage({ code: failure, message: "" }, official.failures);
  const problem =
    why === null ? null : (
      <FieldNote
        note={{ tone: state === "gone" ? "stop" : "look", text: `${why.title}. ${why.text}` }}
      />
    );
  // The empty page already says that the event is gone.
  if (isAlone) return state === "gone" ? null : problem;
  return (
    <section className={styles["state"]} data-state={state}>
      <Icon name={icons[state]} size={28} />
      <div className={styles["stateWords"]} role="status">
        <p>
          <b>
            {state === "published"
              ? official.state.published(current?.version ?? 0)
              : isWithdrawn
                ? official.state.withdrawn
                : official.state[state]}
          </b>
        </p>
        <p className={styles["quiet"]}>
          {isWithdrawn ? official.stateNext.withdrawn : official.stateNext[state]}
          {fetchedAtMs === null ? null : ` ${official.askedAt(fetchedAtMs)}`}
        </p>
        {problem}
      </div>
      {action}
    </section>
  );
}
