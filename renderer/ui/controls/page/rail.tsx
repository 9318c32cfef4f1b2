import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import { Mark } from "#renderer/ui/race/mark.tsx";
import styles from "./rail.module.css";

export interface RailItem {
  readonly id: string;
  readonly href: string;
  readonly label: string;
  readonly icon: IconName;
  /** `wait`: so many wait, in an ink ring. `look`: so many need a person, on orange. */
  readonly badge?:
    | { readonly count: number; readonly tone: "wait" | "look"; readonly label: string }
    | undefined;
}

export interface RailProps {
  readonly label: string;
  readonly rooms: readonly RailItem[];
  /** Stands apart, at the foot of the rail. */
  readonly lastRoom: RailItem;
  readonly currentId: string;
}

/** The rooms: a rail on the left, tabs at the bottom where the screen is narrow. Ink is where you are. */
export function Rail({ label, rooms, lastRoom, currentId }: RailProps) {
  return (
    <nav className={styles["rail"]} aria-label={label}>
      <span className={styles["mark"]}>
        <Mark />
      </span>
      {rooms.map((room) => (
        <RoomLink key={room.id} room={room} isCurrent={room.id === currentId} />
      ))}
      <span className={styles["gap"]} />
      <RoomLink room={lastRoom} isCurrent={lastRoom.id === currentId} />
    </nav>
  );
}

function RoomLink({ room, isCurrent }: { readonly room: RailItem; readonly isCurrent: boolean }) {
  return (
    <a className={styles["room"]} href={room.href} aria-current={isCurrent ? "page" : undefined}>
      <span className={styles["icon"]}>
        <Icon name={room.icon} size={27} />
        {room.badge === undefined || room.badge.count === 0 ? null : (
          <span className={styles["badge"]} data-tone={room.badge.tone}>
            <span aria-hidden="true">{room.badge.count > 99 ? "99+" : room.badge.count}</span>
            <span className={styles["aloud"]}>{room.badge.label}</span>
          </span>
        )}
      </span>
      <span className={styles["word"]}>{room.label}</span>
    </a>
  );
}
