import { useState } from "react";
import type { Sender } from "#shared/contract/desks.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { formatDayAndTime } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { CommandDialog } from "#renderer/ui/controls/dialogs/command-dialog.tsx";
import { Card, WarningHeader } from "#renderer/ui/controls/page/card.tsx";
import styles from "./desks-screen.module.css";

const say = words.desks.rivals;

type Side = Sender["rivals"][number];

/** Two databases claim to be the hub: both sides, and a person's choice between them (M10). */
export function RivalsCard({ rivals }: Pick<Sender, "rivals">) {
  const maySettle = useMay("hub.settle");
  const sync = useQuery("sync.status", {}, { topics: ["sync", "outbox"] });
  const [chosen, setChosen] = useState<Side | null>(null);
  if (rivals.length === 0) return null;
  const waiting = (sync.value?.waiting ?? 0) + (sync.value?.needsAttention ?? 0);
  return (
    <Card isBare label={say.title}>
      <WarningHeader title={say.title}>{say.lead}</WarningHeader>
      <div className={styles["rivals"]}>
        <div className={styles["sides"]}>
          {rivals.map((side) => (
            <div key={side.device} className={styles["side"]} role="group" aria-label={side.name}>
              <b>
                <bdi dir="auto">{side.name}</bdi>
              </b>
              <p>{side.isThis ? say.isThis : say.other}</p>
              <p className={styles["lead"]}>
                {[say.since(formatDayAndTime(side.atMs)), say.by(side.operator)]
                  .filter((part) => part !== "")
                  .join(", ")}
              </p>
              {side.isThis && sync.value !== null ? <p>{say.sends(waiting)}</p> : null}
              {maySettle ? (
                <Button icon="chosen" onPress={() => setChosen(side)}>
                  {say.choose(side.name)}
                </Button>
              ) : null}
            </div>
          ))}
        </div>
        {maySettle ? null : <p className={styles["lead"]}>{say.ownerChooses}</p>}
      </div>
      {chosen === null ? null : (
        <CommandDialog
          title={say.confirmTitle(chosen.name)}
          action={{ label: say.confirm(chosen.name), icon: "chosen" }}
          command="hub.settle"
          input={{ device: chosen.device }}
          failures={words.desks.failures}
          onClose={() => setChosen(null)}
        >
          <p>{chosen.isThis ? say.confirmThis : say.confirmOther}</p>
        </CommandDialog>
      )}
    </Card>
  );
}
