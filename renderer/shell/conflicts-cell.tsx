import { routeHash } from "#renderer/client/navigation/route.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { StatusLink } from "#renderer/ui/controls/page/status-bar.tsx";
import styles from "./shell.module.css";

/**
 * The numbers of conflicts between desks and of runners who are here without a bib, on every screen, as a link to the
 * Sync screen, which lists them (M11).
 */
export function ConflictsCell({ eventId }: { readonly eventId: string | null }) {
  const list = useQuery("conflict.list", eventId === null ? null : { eventId }, {
    topics: ["roster", "podium", "finish", "events", "devices"],
  });
  const conflicts = list.value?.conflicts.length ?? 0;
  const withoutBib = list.value?.withoutBib.length ?? 0;
  if (conflicts + withoutBib === 0) return null;
  return (
    <StatusLink icon="look" href={routeHash("sync")}>
      {[
        ...(conflicts > 0 ? [words.conflicts.count(conflicts)] : []),
        ...(withoutBib > 0 ? [words.conflicts.withoutBib.count(withoutBib)] : []),
      ].join(", ")}
      <span className={styles["more"]}>{words.conflicts.lookAtSync}</span>
    </StatusLink>
  );
}
