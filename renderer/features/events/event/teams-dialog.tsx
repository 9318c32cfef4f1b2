import type { RunnerRow } from "#shared/contract/roster.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { ListCard, ListLine } from "#renderer/ui/controls/lists/list-card.tsx";
import styles from "../listings.module.css";

export interface TeamsDialogProps {
  readonly eventId: string;
  readonly runId: string;
  readonly runLabel: string;
  readonly onClose: () => void;
}

/** The teams of a relay run with their members. */
export function TeamsDialog({ eventId, runId, runLabel, onClose }: TeamsDialogProps) {
  const query = useQuery("team.list", { eventId, runId }, { topics: ["roster", "download"] });
  const say = words.organizer.teams;
  const list = query.value;
  return (
    <Dialog
      title={say.title(runLabel)}
      onClose={onClose}
      actions={
        <BigButton isLocal onPress={onClose}>
          {words.ui.close}
        </BigButton>
      }
    >
      {list === null ? null : list.teams.length === 0 && list.alone.length === 0 ? (
        <p>{say.none}</p>
      ) : (
        <div className={styles["teams"]}>
          <p>
            {say.count(list.teams.length, list.entryCount)}{" "}
            {list.teamSize === null ? null : say.size(list.teamSize)}
          </p>
          {list.teams.map((team) => (
            <ListCard
              key={team.teamId}
              title={<bdi dir="auto">{say.team(team.teamId)}</bdi>}
              hint={say.members(team.members.length, list.teamSize)}
            >
              <Members of={team.members} />
            </ListCard>
          ))}
          {list.alone.length === 0 ? null : (
            <ListCard title={say.alone} hint={String(list.alone.length)}>
              <Members of={list.alone} />
            </ListCard>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Members({ of }: { readonly of: readonly RunnerRow[] }) {
  const say = words.organizer.teams;
  return of.map((runner) => (
    <ListLine
      key={runner.id}
      label={<bdi dir="auto">{runner.name ?? words.ui.noName}</bdi>}
      value={runner.bib === null ? undefined : say.bib(runner.bib)}
    />
  ));
}
