import { useState } from "react";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { Card, Facts } from "#renderer/ui/controls/page/card.tsx";
import { classNames } from "#renderer/ui/controls/class-names.ts";
import { EmptyState } from "#renderer/ui/controls/page/empty-state.tsx";
import { PickLine } from "#renderer/ui/controls/lists/list-card.tsx";
import { PickList } from "#renderer/ui/controls/lists/pick-list.tsx";
import { PullWait } from "#renderer/ui/race/pull-wait.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import { eventsWith, useFilters } from "./filter-store.ts";
import screenStyles from "./events-screen.module.css";
import styles from "./listings.module.css";

/** The organization's series, and the selected one, which is the first by default. */
function useSeries() {
  const { value } = useQuery("series.list", {}, { topics: ["events", "collections"] });
  const shownId = useFilters((state) => state.shownSeriesId);
  const series = value?.series ?? [];
  return { series, shown: series.find((one) => one.id === shownId) ?? series[0] };
}

/** The series as a list, with a search by slug at the organizer. */
export function SeriesList() {
  const { series, shown } = useSeries();
  const set = useFilters((state) => state.set);
  const find = useCommand("series.find");
  const [slug, setSlug] = useState("");
  const [missing, setMissing] = useState<string | null>(null);
  const say = words.organizer.series;

  async function ask(): Promise<void> {
    const wanted = slug.trim();
    if (wanted === "") return;
    setMissing(null);
    const reply = await find.run({ slug: wanted });
    if (reply?.ok !== true) return;
    const found = reply.value.series;
    if (found === null) setMissing(wanted);
    else set({ shownSeriesId: found.id });
  }

  return (
    <>
      <div className={styles["ask"]}>
        <TextField
          label={say.find}
          placeholder={say.findExample}
          value={slug}
          maxLength={200}
          onChange={setSlug}
          onSubmit={() => void ask()}
          note={missing === null ? undefined : { tone: "look", text: say.notThere(missing) }}
        />
        <Button isBusy={find.isBusy} onPress={() => void ask()}>
          {find.isBusy ? say.asking : say.ask}
        </Button>
      </div>
      <PullWait isBusy={find.isBusy} />
      <FailureNotice tone="look" failure={find.error} own={words.events.failures} />
      {series.length === 0 ? (
        <EmptyState icon="events" title={say.empty.title}>
          {say.empty.text}
        </EmptyState>
      ) : (
        <PickList className={screenStyles["list"]}>
          {series.map((one) => (
            <PickLine
              key={one.id}
              eyebrow={say.eyebrow(one.type, one.status)}
              title={one.name}
              note={{ icon: "events", tone: "plain", text: say.events(one.events) }}
              isChosen={one === shown}
              onChoose={() => set({ shownSeriesId: one.id })}
            />
          ))}
        </PickList>
      )}
    </>
  );
}

/** The selected series: its schedule, its place and a button for its events. */
export function SeriesPanel() {
  const set = useFilters((state) => state.set);
  const { shown: series } = useSeries();
  if (series === undefined) return null;
  const say = words.organizer.series;
  const schedule = series.schedule === null ? null : say.schedule(series.schedule);
  const facts = [
    { label: say.facts.schedule, value: schedule },
    { label: say.facts.place, value: series.place },
    { label: say.facts.zone, value: series.timeZone?.replaceAll("_", " ") ?? null },
    { label: say.facts.slug, value: series.slug },
    { label: say.facts.events, value: say.events(series.events) },
  ].flatMap(({ label, value }) =>
    value === null || value === "" ? [] : [{ label, value: <bdi dir="auto">{value}</bdi> }],
  );
  return (
    <>
      <Card label={series.name} className={classNames(screenStyles["panel"], styles["sheet"])}>
        <div className={styles["head"]}>
          <h2>
            <bdi dir="auto">{series.name}</bdi>
          </h2>
          <p>{say.eyebrow(series.type, series.status)}</p>
        </div>
        {series.description === null ? null : (
          <p className={styles["text"]}>
            <bdi dir="auto">{series.description}</bdi>
          </p>
        )}
        <Facts facts={facts} />
        {series.recurrences.length === 0 ? null : (
          <div>
            <h3 className={styles["part"]}>{say.recurrences}</h3>
            <ul className={screenStyles["notes"]}>
              {series.recurrences.map((one) => (
                <li key={one.id}>
                  <bdi dir="auto">{one.name ?? one.id}</bdi>
                  {one.schedule === null ? null : `, ${say.schedule(one.schedule)}`}
                </li>
              ))}
            </ul>
          </div>
        )}
      </Card>
      <div className={screenStyles["actions"]}>
        <Button size="xl" icon="events" onPress={() => set(eventsWith({ seriesId: series.id }))}>
          {say.showEvents}
        </Button>
      </div>
    </>
  );
}
