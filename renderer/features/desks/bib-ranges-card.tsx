import { useState } from "react";
import type { DeskRange } from "#shared/contract/bib-ranges.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useDesk, useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Card } from "#renderer/ui/controls/page/card.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { RunTag } from "#renderer/ui/race/runs/run-tag.tsx";
import { BibRangeDialog } from "./dialogs/bib-range-dialog.tsx";
import screen from "./desks-screen.module.css";
import styles from "./desk-list.module.css";

const say = words.bibRanges;

/** The bibs that each desk gives out in the open event, and how many of them are left (M12). */
export function BibRangesCard() {
  const desk = useDesk();
  const eventId = desk.value?.currentEventId ?? null;
  const asked = eventId === null ? null : { eventId };
  const list = useQuery("bibRange.list", asked, { topics: ["roster", "devices"] });
  const event = useQuery("event.get", asked, { topics: ["events"] });
  const maySet = useMay("bibRange.set");
  const [changing, setChanging] = useState<DeskRange | "new" | null>(null);
  if (eventId === null || list.value === null || event.value === null) return null;
  const { ranges, desks, canSet } = list.value;
  const { runs } = event.value;
  const isSettable = canSet && maySet;
  return (
    <Card className={screen["part"]} label={say.title}>
      <h2>{say.title}</h2>
      <p className={screen["lead"]}>{ranges.length === 0 ? say.none : say.lead}</p>
      {ranges.length === 0 ? null : (
        <ul className={styles["list"]}>
          {ranges.map((range) => {
            const run = runs.find(({ id }) => id === range.runId);
            return (
              <li key={`${range.desk} ${range.runId}`}>
                {run === undefined ? null : <RunTag run={run} />}
                <RangeWords range={range} />
                {isSettable ? (
                  <Button
                    size="s"
                    kind="quiet"
                    label={say.changeLabel(range.name, run?.label ?? "")}
                    onPress={() => setChanging(range)}
                  >
                    {say.change}
                  </Button>
                ) : null}
              </li>
            );
          })}
        </ul>
      )}
      {isSettable ? (
        <div className={screen["buttons"]}>
          <Button onPress={() => setChanging("new")}>{say.add}</Button>
        </div>
      ) : (
        <p className={screen["lead"]}>{say.atHub}</p>
      )}
      {changing === null ? null : (
        <BibRangeDialog
          eventId={eventId}
          desks={desks}
          runs={runs}
          range={changing === "new" ? null : changing}
          onClose={() => setChanging(null)}
        />
      )}
    </Card>
  );
}

function RangeWords({ range }: { readonly range: DeskRange }) {
  const { name, left, size, overlaps } = range;
  return (
    <div className={styles["words"]}>
      <p className={styles["name"]}>
        <bdi dir="auto">{name}</bdi>
        <span>{say.range(range)}</span>
      </p>
      <p className="quiet">{say.left(left, size)}</p>
      {overlaps === null ? null : (
        <FieldNote note={{ tone: "look", text: say.overlaps(overlaps) }} />
      )}
    </div>
  );
}
