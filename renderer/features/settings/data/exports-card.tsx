import { useState } from "react";
import type { OutputOf } from "#shared/contract/index.ts";
import type { CommandInput } from "#renderer/client/queries/use-command.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useEvent, useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { SegmentedControl } from "#renderer/ui/controls/buttons/segmented-control.tsx";
import { Select } from "#renderer/ui/fields/select.tsx";
import { ExportFiles, ExportProblem } from "./export-files.tsx";
import { WithoutGun } from "./exports-without-gun.tsx";
import { SettingsSection } from "../settings-section.tsx";
import styles from "../settings-screen.module.css";

type Order = Omit<CommandInput<"export.make">, "layout"> & {
  readonly layout: NonNullable<CommandInput<"export.make">["layout"]>;
};

const say = words.settings.exports;
const allRuns = "";

const whats = (["check-ins", "walk-ups", "podium", "finish-log", "journal"] as const).map(
  (value) => ({ value, label: say.whats[value] }),
);
const formats = (["csv", "json"] as const).map((value) => ({ value, label: say.formats[value] }));

/** The layouts for each content. The core checks the combination again. */
const startLists = ["plain", "race-result", "webscorer"] as const;
const results = ["plain", "ultrasignup", "runsignup", "race-result", "webscorer"] as const;
const layoutsOf: Readonly<Record<Order["what"], readonly Order["layout"][]>> = {
  "check-ins": startLists,
  "walk-ups": startLists,
  podium: results,
  "finish-log": results,
  journal: ["plain"],
};

/** Exports the data of an event to a file. */
export function ExportsCard({ eventId }: { readonly eventId: string | null }) {
  const make = useCommand("export.make");
  const may = useMay("export.list");
  const list = useQuery("export.list", {}, { topics: ["exports"] });
  const event = useEvent(eventId);
  const [what, setWhat] = useState<Order["what"]>("check-ins");
  const [format, setFormat] = useState<Order["format"]>("csv");
  const [chosenLayout, setLayout] = useState<Order["layout"]>("plain");
  const [chosenRun, setRun] = useState(allRuns);
  /** What the last file was written of; its result is shown only under the same choice. */
  const [madeFor, setMadeFor] = useState("");
  const runs = event.value?.runs ?? [];
  const layouts = layoutsOf[what];
  const layout = format === "csv" && layouts.includes(chosenLayout) ? chosenLayout : "plain";
  const runId = what !== "journal" && runs.some(({ id }) => id === chosenRun) ? chosenRun : allRuns;

  const choice = JSON.stringify([eventId, what, format, layout, runId]);
  const isOfChoice = madeFor === choice;

  if (!may) return null;

  function write(): void {
    if (eventId === null) return;
    setMadeFor(choice);
    const run = runId === allRuns ? {} : { runId };
    void make.run({ eventId, what, format, layout, ...run });
  }

  return (
    <SettingsSection part="exports" title={say.title} lead={say.lead}>
      <Select label={say.what} choices={whats} value={what} onChange={setWhat} />
      {runs.length < 2 || what === "journal" ? null : (
        <Select
          label={say.run}
          choices={[
            { value: allRuns, label: say.allRuns },
            ...runs.map(({ id, label }) => ({ value: id, label })),
          ]}
          value={runId}
          onChange={setRun}
        />
      )}
      <SegmentedControl label={say.format} choices={formats} value={format} onChange={setFormat} />
      {format === "json" || layouts.length < 2 ? null : (
        <Select
          label={say.layout}
          choices={layouts.map((value) => ({ value, label: say.layouts[value] }))}
          value={layout}
          onChange={setLayout}
        />
      )}
      {format === "json" ? null : (
        <p className={styles["lead"]}>
          {layout !== "plain" && what === "podium" ? `${say.people} ` : null}
          {say.hints[layout]}
        </p>
      )}
      <WithoutGun
        eventId={what === "finish-log" ? eventId : null}
        runs={runs.filter(({ id }) => runId === allRuns || id === runId)}
      />
      <div className={styles["buttons"]}>
        <Button
          icon="folder"
          notYet={eventId === null ? say.none : undefined}
          isBusy={make.isBusy}
          onPress={write}
        >
          {make.isBusy ? say.making : say.make}
        </Button>
      </div>
      {make.value === null || !isOfChoice ? null : (
        <MadeFile
          {...make.value}
          whyEmpty={say.empty[what]({ isOfRun: runId !== allRuns, isPlain: layout === "plain" })}
        />
      )}
      <ExportProblem failure={isOfChoice ? make.error : null} />
      <ExportProblem failure={list.error} />
      {list.value === null ? null : <ExportFiles {...list.value} />}
    </SettingsSection>
  );
}

interface MadeFileProps extends OutputOf<"export.make"> {
  readonly whyEmpty: string;
}

function MadeFile({ rows, bytes, path, whyEmpty }: MadeFileProps) {
  return (
    <Notice tone={rows === 0 ? "look" : "done"} title={say.done(rows, bytes)}>
      {rows === 0 ? <p>{whyEmpty}</p> : null}
      <span className={styles["path"]}>{path}</span>
    </Notice>
  );
}
