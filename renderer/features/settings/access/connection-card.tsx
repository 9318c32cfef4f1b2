import { useState } from "react";
import type { Connection } from "#shared/contract/connection.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import { ForgetDialog, KeyDialog } from "./connection-dialogs.tsx";
import { FactList, SettingsSection } from "../settings-section.tsx";
import styles from "../settings-screen.module.css";

type Rights = Connection["rights"];

const rightIcon: Readonly<Record<Rights[keyof Rights], IconName>> = {
  worked: "done",
  refused: "stop",
  "not-tried": "none",
};
const rightNames = Object.entries(words.settings.connection.rightNames) as [keyof Rights, string][];

/** The connection to the organizer, and the tested rights of the key (K5). The key itself is never shown (K1). */
export function ConnectionCard({ connection }: { readonly connection: Connection }) {
  const [dialog, setDialog] = useState<"key" | "forget" | null>(null);
  const mayConnect = useMay("connection.save");
  const say = words.settings.connection;
  const { organization, rights, clockDriftMs } = connection;
  const isPractice = connection.mode === "practice";
  // A full desk reads the hub's lists (M8): a key of its own would end that.
  const desks = useQuery("desks.get", {}, { topics: ["devices", "settings"] });
  const isFullDesk = desks.value?.role === "full";
  const lead = isPractice ? say.practice : isFullDesk ? words.desks.full.connection : undefined;
  const facts: readonly (readonly [string, string])[] = [
    ...(organization === null
      ? []
      : ([
          [say.organization, organization.name],
          [say.plan, organization.plan],
          [say.roles, organization.roles.join(", ")],
        ] as const)),
    ...(connection.baseUrl === null ? [] : ([[say.address, connection.baseUrl]] as const)),
    ...(connection.state === "none"
      ? []
      : ([
          ...(isFullDesk ? [] : ([[say.keyStore, say.keyStores[connection.keyStore]]] as const)),
          [
            say.clock,
            clockDriftMs === null
              ? say.clockUnknown
              : say.clockRight((Math.abs(clockDriftMs) / 1_000).toFixed(1)),
          ],
        ] as const)),
  ];
  return (
    <SettingsSection title={say.title} lead={lead}>
      {connection.state === "none" ? (
        <p>{desks.value?.role === "hub" ? say.hubWithoutKey : say.none}</p>
      ) : null}
      {connection.state === "key-refused" ? (
        <FieldNote size="m" note={{ tone: "stop", text: say.refused }} />
      ) : null}
      {connection.state === "key-lost" ? (
        <FieldNote size="m" note={{ tone: "stop", text: say.lost }} />
      ) : null}
      <FactList facts={facts} />
      {connection.state === "none" || isFullDesk ? null : <RightsList rights={rights} />}
      {isPractice || isFullDesk || !mayConnect ? null : (
        <div className={styles["buttons"]}>
          <Button icon="key" onPress={() => setDialog("key")}>
            {connection.state === "none" ? say.connect : say.replace}
          </Button>
          {connection.state === "none" ? null : (
            <Button kind="quiet" icon="remove" onPress={() => setDialog("forget")}>
              {say.forget}
            </Button>
          )}
        </div>
      )}
      {dialog === "key" ? (
        <KeyDialog connection={connection} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === "forget" ? <ForgetDialog onClose={() => setDialog(null)} /> : null}
    </SettingsSection>
  );
}

/** Each right of the key: worked, refused or not yet tried (K5). */
function RightsList({ rights }: Pick<Connection, "rights">) {
  const say = words.settings.connection;
  return (
    <>
      <h3>{say.rights}</h3>
      <ul className={styles["rights"]}>
        {rightNames.map(([right, name]) => (
          <li key={right} data-state={rights[right]}>
            <Icon name={rightIcon[rights[right]]} size={20} />
            <span>{name}</span>
            <b>{say.rightStates[rights[right]]}</b>
          </li>
        ))}
      </ul>
      <p className={styles["lead"]}>{say.rightsNote}</p>
    </>
  );
}
