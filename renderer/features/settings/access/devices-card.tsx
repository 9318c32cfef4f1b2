import type { Desks } from "#shared/contract/desks.ts";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { LanAccess } from "./lan-access.tsx";
import { SettingsSection } from "../settings-section.tsx";
import styles from "../settings-screen.module.css";

const say = words.settings.devices;

/** What this laptop is among the desks; a laptop that was the hub before says so (M10). */
function describeRole({ role, sender, desks }: Desks): string {
  const isFormerHub = role === "hub" && sender.who === "other";
  const browsers = desks.filter(({ kind }) => kind === "browser").length;
  return isFormerHub ? words.desks.formerHub.notThis : words.desks.roles[role](browsers);
}

/** Who may connect (S1), and the way to the screen of the desks. */
export function DevicesCard() {
  const mayPair = useMay("pairing.open");
  const lan = useQuery("lanAccess.get", {}, { topics: ["devices"] });
  const desks = useQuery("desks.get", {}, { topics: ["devices", "settings"] });
  return (
    <SettingsSection title={say.title} lead={say.lead}>
      {lan.value?.canServe === true ? <LanAccess saved={lan.value} /> : null}
      {mayPair && desks.value !== null ? <p>{describeRole(desks.value)}</p> : null}
      <div className={styles["buttons"]}>
        <Button icon="people" onPress={() => navigate("desks")}>
          {words.desks.open}
        </Button>
      </div>
    </SettingsSection>
  );
}
