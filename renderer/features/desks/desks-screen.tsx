import { useEffect } from "react";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { PageTitle } from "#renderer/ui/controls/page/page-title.tsx";
import { BibRangesCard } from "./bib-ranges-card.tsx";
import { DeskList } from "./desk-list.tsx";
import { PairingCard } from "./pairing-card.tsx";
import { RivalsCard } from "./rivals-card.tsx";
import { RoleCard } from "./role-card.tsx";
import styles from "./desks-screen.module.css";

const say = words.desks;

/** Presence is no invalidation: it changes while nothing is saved. */
const presenceMs = 2_000;

/** The hub, the full desks and the browser desks of the venue. */
export function DesksScreen() {
  const desks = useQuery("desks.get", {}, { topics: ["devices", "sync", "settings"] });
  const devices = useQuery("device.list", {}, { topics: ["devices"] });
  const lan = useQuery("lanAccess.get", {}, { topics: ["devices"] });
  const connection = useQuery("connection.get", {}, { topics: ["connection"] });
  const mayPair = useMay("pairing.open");
  const { refresh } = desks;
  useEffect(() => {
    const timer = setInterval(refresh, presenceMs);
    return () => clearInterval(timer);
  }, [refresh]);
  if (desks.value === null || connection.value === null) return null;
  const { role, sender, desks: present } = desks.value;
  const isPractice = connection.value.mode === "practice";
  const paired = devices.value?.devices ?? [];
  const slowed = devices.value?.slowed ?? [];
  return (
    <div className={styles["screen"]}>
      <PageTitle title={say.title} hint={say.hint}>
        <Button size="s" kind="quiet" icon="left" onPress={() => navigate("settings")}>
          {say.back}
        </Button>
      </PageTitle>
      <RivalsCard rivals={sender.rivals} />
      <div className={styles["columns"]} data-single={!mayPair}>
        <div className={styles["column"]}>
          {mayPair ? <RoleCard desks={desks.value} isPractice={isPractice} /> : null}
          <DeskList
            title={say.list.title}
            desks={role === "alone" ? present.filter(({ isThis }) => !isThis) : present}
            devices={paired}
            slowed={slowed}
            // The hub names itself in each answer.
            isUnknown={role === "full" && !present.some(({ kind }) => kind === "hub")}
          />
          {role === "alone" ? null : <BibRangesCard />}
        </div>
        {mayPair ? (
          <div className={styles["column"]} data-first={desks.value.pairing !== null}>
            <PairingCard desks={desks.value} lan={lan.value} />
          </div>
        ) : null}
      </div>
    </div>
  );
}
