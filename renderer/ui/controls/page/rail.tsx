import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import { Mark } from "#renderer/ui/race/mark.tsx";
import styles from "./rail.module.css";

export interface RailItem {
  readonly id: string;
  readonly href: string;
  readonly label: string;
  readonly icon: IconName;
  /** `wait`: number of waiting entries, in a ring. `look`: number of entries that need a person, on orange. */
  readonly badge?:
    | { readonly count: number; readonly tone: "wait" | "look"; readonly label: string }
    | undefined;
}

export interface RailProps {
  readonly label: string;
  readonly items: readonly RailItem[];
  /** Shown at the foot of the rail. */
  readonly lastItem: RailItem;
  readonly currentId: string;
}

/** Links to the screens: a rail on the left, or tabs at the bottom of a narrow window. */
export function Rail({ label, items, lastItem, currentId }: RailProps) {
  return (
    <nav className={styles["rail"]} aria-label={label}>
      <span className={styles["mark"]}>
        <Mark />
      </span>
      {items.map((item) => (
        <ItemLink key={item.id} item={item} isCurrent={item.id === currentId} />
      ))}
      <span className={styles["gap"]} />
      <ItemLink item={lastItem} isCurrent={lastItem.id === currentId} />
    </nav>
  );
}

function ItemLink({ item, isCurrent }: { readonly item: RailItem; readonly isCurrent: boolean }) {
  return (
    <a className={styles["item"]} href={item.href} aria-current={isCurrent ? "page" : undefined}>
      <span className={styles["icon"]}>
        <Icon name={item.icon} size={27} />
        {item.badge === undefined || item.badge.count === 0 ? null : (
          <span className={styles["badge"]} data-tone={item.badge.tone}>
            <span aria-hidden="true">{item.badge.count > 99 ? "99+" : item.badge.count}</span>
            <span className={styles["aloud"]}>{item.badge.label}</span>
          </span>
        )}
      </span>
      <span className={styles["word"]}>{item.label}</span>
    </a>
  );
}
