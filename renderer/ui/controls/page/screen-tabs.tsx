import styles from "./screen-tabs.module.css";

export interface ScreenTab<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

export interface ScreenTabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly ScreenTab<Id>[];
  readonly chosenId: Id;
  readonly onChoose: (id: Id) => void;
}

/** The tabs of a screen. */
export function ScreenTabs<Id extends string>({
  label,
  tabs,
  chosenId,
  onChoose,
}: ScreenTabsProps<Id>) {
  return (
    <nav className={styles["tabs"]} aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          className={styles["tab"]}
          aria-current={tab.id === chosenId ? "page" : undefined}
          onClick={() => onChoose(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </nav>
  );
}
