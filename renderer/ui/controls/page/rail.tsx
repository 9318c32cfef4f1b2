import type { MouseEvent } from "react";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import { Mark } from "#renderer/ui/race/mark.tsx";
import styles from "./rail.module.css";

export interface RailItem<Id extends string = string> {
  readonly id: Id;
  readonly href: string;
  readonly label: string;
  readonly icon: IconName;
  /** `wait`: number of waiting entries, in a ring. `look`: number of entries that need a person, on orange. */
  readonly badge?:
    | { readonly count: number; readonly tone: "wait" | "look"; readonly label: string }
    | undefined;
}

export interface RailProps<Id extends string> {
  readonly label: string;
  readonly items: readonly RailItem<Id>[];
  /** Shown at the foot of the rail. */
  readonly lastItem: RailItem<Id>;
  readonly currentId: string;
  /** Opens a screen in this window. A click for a new tab or window is left to the browser. */
  readonly onOpen: (id: Id) => void;
}

/** Links to the screens: a rail on the left, or tabs at the bottom of a narrow window. */
export function Rail<Id extends string>({
  label,
  items,
  lastItem,
  currentId,
  onOpen,
}: RailProps<Id>) {
  return (
    <nav className={styles["rail"]} aria-label={label}>
      <span className={styles["mark"]}>
        <Mark />
      </span>
      {items.map((item) => (
        <ItemLink key={item.id} item={item} isCurrent={item.id === currentId} onOpen={onOpen} />
      ))}
      <span className={styles["gap"]} />
      <ItemLink item={lastItem} isCurrent={lastItem.id === currentId} onOpen={onOpen} />
    </nav>
  );
}

interface ItemLinkProps<Id extends string> {
  readonly item: RailItem<Id>;
  readonly isCurrent: boolean;
  readonly onOpen: (id: Id) => void;
}

function ItemLink<Id extends string>({ item, isCurrent, onOpen }: ItemLinkProps<Id>) {
  const press = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(item.id);
  };
  return (
    <a
      className={styles["item"]}
      href={item.href}
      aria-current={isCurrent ? "page" : undefined}
      onClick={press}
    >
      <span className={styles["icon"]}>
        <Icon name={item.icon} size={27} />
        {item.badge === undefined || item.badge.count === 0 ? null : (
          <span className={styles["badge"]} data-tone={item.badge.tone}>
            <span aria-hidden="true">{item.badge.count > 99 ? "99+" : item.badge.count}</span>
            <span className="aloud">{item.badge.label}</span>
          </span>
        )}
      </span>
      <span>{item.label}</span>
    </a>
  );
}
