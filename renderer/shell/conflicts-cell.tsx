import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { StatusCell } from "#renderer/ui/controls/page/status-bar.tsx";
import styles from "./shell.module.css";

/** The number of conflicts between desks, on every screen; the Sync screen lists them (M11). */
export function ConflictsCell({ eventId }: { readonly eventId: string | null }) {
  const list = useQuery("conflict.list", eventId === null ? null : { eventId }, {
    topics: ["roster", "podium", "finish", "events", "devices"],
  });
  const count = list.value?.conflicts.length ?? 0;
  if (count === 0) return null;
  return (
    <StatusCell icon="look" tone="look">
      {words.conflicts.count(count)}
      <span className={styles["more"]}>{words.conflicts.lookAtSync}</span>
    </StatusCell>
  );
}
