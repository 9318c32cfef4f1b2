import { useQuery } from "#renderer/client/queries/use-query.ts";
import { routeHash } from "#renderer/client/navigation/route.ts";
import { words } from "#renderer/i18n/words.ts";
import { StatusCell } from "#renderer/ui/controls/page/status-bar.tsx";
import styles from "./conflicts-cell.module.css";

/** The number of conflicts between desks, on every screen; a press opens the list (M11). */
export function ConflictsCell({ eventId }: { readonly eventId: string | null }) {
  const list = useQuery("conflict.list", eventId === null ? null : { eventId }, {
    topics: ["roster", "podium", "finish", "events", "devices"],
  });
  const count = list.value?.conflicts.length ?? 0;
  if (count === 0) return null;
  return (
    <StatusCell icon="look" tone="look">
      <a className={styles["link"]} href={routeHash("sync")}>
        {words.conflicts.count(count)}
      </a>
    </StatusCell>
  );
}
