import type { OutputOf } from "#shared/contract/index.ts";
import { words } from "#renderer/i18n/words.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { Select } from "#renderer/ui/fields/select.tsx";
import { anyValue, useFilters } from "./filter-store.ts";
import type { FromDate } from "./filter-store.ts";
import styles from "./events-screen.module.css";

const fromChoices: readonly { readonly value: FromDate; readonly label: string }[] = [
  { value: "today", label: words.events.filters.fromToday },
  { value: "month", label: words.events.filters.fromMonth },
  { value: "ever", label: words.events.filters.fromEver },
];

export interface EventFiltersProps {
  readonly series: OutputOf<"event.list">["series"];
  /** The types of the listed events, which may include types unknown to Chute (D6). */
  readonly types: readonly string[];
}

/** Series, type and first date are filters of the API; the text filters the local list. */
export function EventFilters({ series, types }: EventFiltersProps) {
  const { text, type, seriesId, from, set } = useFilters();
  const { filters } = words.events;
  const typeNames: Readonly<Record<string, string>> = words.events.types;
  return (
    // Enter here opens a list, or does nothing: it never presses the yellow button of the shown event.
    <div className="contents" data-enter="own">
      <label className={styles["find"]}>
        <Icon name="search" size={22} />
        <input
          type="search"
          aria-label={words.events.find}
          placeholder={words.events.find}
          value={text}
          maxLength={200}
          onChange={(event) => set({ text: event.target.value })}
        />
      </label>
      <div className={styles["selects"]}>
        {series.length === 0 ? null : (
          <Select
            size="s"
            isLabelHidden
            label={filters.series}
            value={seriesId}
            choices={[
              { value: anyValue, label: filters.allSeries },
              ...series.map((each) => ({ value: each.id, label: each.name })),
            ]}
            onChange={(value) => set({ seriesId: value })}
          />
        )}
        <Select
          size="s"
          isLabelHidden
          label={filters.type}
          value={type}
          choices={[
            { value: anyValue, label: filters.allTypes },
            ...[...new Set([...Object.keys(typeNames), ...types])].map((each) => ({
              value: each,
              label: typeNames[each] ?? each,
            })),
          ]}
          onChange={(value) => set({ type: value })}
        />
        <Select
          size="s"
          isLabelHidden
          label={filters.from}
          value={from}
          choices={fromChoices}
          onChange={(value) => set({ from: value })}
        />
      </div>
    </div>
  );
}
