import { useState } from "react";
import type { DownloadStatus } from "#shared/contract/events.ts";
import type { OutputOf } from "#shared/contract/index.ts";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Card } from "#renderer/ui/controls/page/card.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import styles from "../sync-screen.module.css";

type UnseenRunner = OutputOf<"download.unseen">["runners"][number];

export interface UnseenCardProps {
  readonly eventId: string;
  readonly status: DownloadStatus;
}

/** Runners who are missing in the last download. They stay until a person who saw their names decides (D3). */
export function UnseenCard({ eventId, status }: UnseenCardProps) {
  const [showsNames, setShowsNames] = useState(false);
  const unseen = useQuery("download.unseen", showsNames ? { eventId } : null, {
    topics: ["download"],
  });
  const settle = useCommand("download.settleUnseen");
  const maySettle = useMay("download.settleUnseen");
  const note = status.notes.find(({ code }) => code === "sweep-held");
  if (note === undefined) return null;
  const say = words.sync.unseen;
  const count = Number(note.facts["rows"]);
  const runners = unseen.value?.runners ?? null;
  const show = (): void => (showsNames ? unseen.refresh() : setShowsNames(true));
  return (
    <Card kind="look" label={say.title(count)} className={styles["cancelled"]}>
      <div className={styles["cancelledWords"]}>
        <Icon name="look" size={28} />
        <p>{say.title(count)}</p>
      </div>
      <p>{say.text}</p>
      {runners === null ? null : <UnseenNames runners={runners} total={count} />}
      <FailureNotice failure={settle.error ?? unseen.error} own={words.sync.failures} />
      <div className={styles["cancelledButtons"]}>
        {!maySettle ? null : runners === null ? (
          <Button size="s" kind="paper" isBusy={showsNames && unseen.loading} onPress={show}>
            {say.showNames}
          </Button>
        ) : (
          <>
            <Button
              size="s"
              kind="paper"
              isBusy={settle.isBusy}
              onPress={() => void settle.run({ eventId, decision: "keep" })}
            >
              {say.keep(count)}
            </Button>
            <Button
              size="s"
              kind="paper"
              isBusy={settle.isBusy}
              onPress={() => void settle.run({ eventId, decision: "take-off" })}
            >
              {say.takeOff(count)}
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}

interface UnseenNamesProps {
  readonly runners: readonly UnseenRunner[];
  readonly total: number;
}

function UnseenNames({ runners, total }: UnseenNamesProps) {
  const say = words.sync.unseen;
  return (
    <ul className={styles["unseenNames"]} aria-label={say.names}>
      {runners.map(({ runnerId, name, email, bib, runLabel, isCheckedIn }) => (
        <li key={runnerId}>
          <button type="button" onClick={() => navigate("check-in", { runner: runnerId })}>
            <bdi dir="auto">{name ?? email}</bdi>, {say.facts(runLabel, bib, isCheckedIn)}
          </button>
        </li>
      ))}
      {total > runners.length ? <li>{words.sync.more(total - runners.length)}</li> : null}
    </ul>
  );
}
