import { routeHash } from "#renderer/client/navigation/route.ts";
import { words } from "#renderer/i18n/words.ts";
import { StatusLink } from "#renderer/ui/controls/page/status-bar.tsx";
import type { WaitingForPerson } from "#renderer/client/queries/use-waiting-for-person.ts";
import styles from "./shell.module.css";

/**
 * The numbers of conflicts between desks and of runners who are here without a bib, on every screen, as a link to the
 * Sync screen, which lists them (M11).
 */
export function ConflictsCell({ list }: { readonly list: WaitingForPerson["conflicts"] }) {
  const conflicts = list?.conflicts.length ?? 0;
  const withoutBib = list?.withoutBib.length ?? 0;
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
