import { navigate } from "#renderer/client/navigation/route.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import { Card } from "#renderer/ui/controls/page/card.tsx";
import { PersonName } from "#renderer/ui/race/people/person-name.tsx";
import type { RunnerRow } from "#shared/contract/roster.ts";
import styles from "./conflicts.module.css";

const say = words.conflicts.withoutBib;

/** Runners who are here and whose bib was given to somebody else, until a person gives them another one (M11). */
export function WithoutBib({ runners }: { readonly runners: readonly RunnerRow[] }) {
  if (runners.length === 0) return null;
  const title = say.title(runners.length);
  return (
    <Card isBare label={title}>
      <header className={styles["head"]}>
        <Icon name="look" size={28} />
        <div className={styles["about"]}>
          <h2 className={styles["what"]}>{title}</h2>
          <p>{say.lead}</p>
        </div>
      </header>
      <ul className={styles["people"]}>
        {runners.map(({ id, name, email, runLabel }) => (
          <li key={id}>
            <span className={styles["about"]}>
              <PersonName>{name ?? email}</PersonName>, {runLabel}
            </span>
            <Button
              label={say.openLabel(name ?? email)}
              onPress={() => navigate("check-in", { runner: id })}
            >
              {words.conflicts.openRunner}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
