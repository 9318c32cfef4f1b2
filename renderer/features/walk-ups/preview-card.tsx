import { tidyName } from "#shared/domain/basics/tidy.ts";
import type { EventDetail } from "#shared/contract/events.ts";
import type { Failure } from "#shared/result.ts";
import { useIsConnected } from "#renderer/client/queries/connected.tsx";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { Bib } from "#renderer/ui/race/bibs/bib.tsx";
import { Card, Rule, StopCard } from "#renderer/ui/controls/page/card.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import type { WalkUpDraft } from "./walk-up-draft-store.ts";
import type { SendTiming } from "./use-walk-up-form.ts";
import styles from "./walk-up-screen.module.css";

export interface PreviewCardProps {
  readonly draft: WalkUpDraft;
  readonly run: EventDetail["runs"][number] | null;
  readonly sending: SendTiming;
  /** Without the bib plate, to leave space for the possible duplicates. */
  readonly isCompact: boolean;
}

/** Shows the bib, the name and the run as typed so far. */
export function PreviewCard({ draft, run, sending, isCompact }: PreviewCardProps) {
  const isConnected = useIsConnected();
  const bib = draft.bib.trim();
  const facts = [
    run?.label,
    draft.paceGroup === "" ? undefined : words.walkUp.facts.paceGroup(draft.paceGroup),
    draft.registrationType === null ? undefined : words.walkUp.facts[draft.registrationType],
  ].filter((fact) => fact !== undefined);
  return (
    <Card className={styles["preview"]}>
      {isCompact ? null : (
        <div className={styles["plate"]}>
          {run === null ? (
            <span className={styles["noRun"]}>{words.walkUp.chooseRun}</span>
          ) : (
            <Bib size="xl" bib={bib === "" ? null : bib} run={run} />
          )}
        </div>
      )}
      <PersonName className={styles["previewName"]}>
        {tidyName(draft.name) ?? words.ui.noName}
      </PersonName>
      {facts.length === 0 ? null : <p className={styles["facts"]}>{facts.join(", ")}</p>}
      <Rule />
      <p className={styles["promise"]}>
        <Icon name={isConnected ? "saved" : "offline"} size={26} />
        <span>{isConnected ? words.walkUp.willBeSaved[sending] : words.walkUp.stays}</span>
      </p>
    </Card>
  );
}

/** The walk-up was not written to the disk. The typed texts are kept (J1). */
export function NotSavedCard({ failure }: { readonly failure: Failure }) {
  const saying = failureMessage(failure);
  return (
    <div className={styles["stopPlace"]}>
      <StopCard title={words.walkUp.notSaved.title}>
        <div className={styles["notSaved"]}>
          <p>{failure.code === "not-saved" ? saying.text : `${saying.title}. ${saying.text}`}</p>
          <p>{words.walkUp.notSaved.safe}</p>
        </div>
      </StopCard>
    </div>
  );
}
