import type { OutputOf } from "#shared/contract/index.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import type { Command } from "#renderer/client/queries/use-command.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { formatSpan, formatTime } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { classNames } from "#renderer/ui/controls/class-names.ts";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { LanAccess } from "./lan-access.tsx";
import { SettingsSection, SettingsError } from "../settings-section.tsx";
import styles from "../settings-screen.module.css";

type DeviceAnswer = OutputOf<"device.list">;

/** Shown at a device that reads a whole roster (S10). */
function SlowedNote({ atMs }: { readonly atMs: number | undefined }) {
  if (atMs === undefined) return null;
  const text = words.settings.devices.readsMuch(formatTime(atMs));
  return <FieldNote size="m" note={{ tone: "look", text }} />;
}

/** The addresses of a station. */
function StationAddresses({ addresses }: { readonly addresses: readonly string[] }) {
  return (
    <>
      <p className={styles["lead"]}>{words.settings.devices.open}</p>
      <ul className={styles["addresses"]}>
        {addresses.map((address) => (
          <li key={address} dir="ltr">
            {address}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Devices with access to this computer, and a code for another device (S1). */
export function DevicesCard() {
  const nowMs = useNow();
  const may = useMay("device.list");
  const list = useQuery("device.list", {}, { topics: ["devices"] });
  const serving = useQuery("lanAccess.get", {}, { topics: ["devices"] });
  const open = useCommand("pairing.open");
  const setRole = useCommand("device.setRole");
  const revoke = useCommand("device.revoke");
  const say = words.settings.devices;
  if (!may) return null;
  const devices = list.value?.devices ?? [];
  const isClosed = serving.value?.canServe === true && serving.value.reach === null;
  const pairing = list.value?.pairing ?? null;
  const left = pairing === null ? 0 : pairing.expiresAtMs - nowMs;
  const door = list.value?.door ?? null;
  const slowed = list.value?.slowed ?? [];
  const isDesktop = serving.value?.canServe === true;
  return (
    <SettingsSection title={say.title} lead={say.lead}>
      {serving.value !== null && isDesktop ? <LanAccess {...serving.value} /> : null}
      <PairingCode
        pairing={isClosed ? null : pairing}
        leftMs={left}
        door={door}
        isDesktop={isDesktop}
      />
      {devices.length === 0 ? (
        <p>{say.none}</p>
      ) : (
        <DeviceList devices={devices} slowed={slowed} setRole={setRole} revoke={revoke} />
      )}
      <div className={styles["buttons"]}>
        <Button
          icon="add"
          notYet={isClosed ? words.settings.ownStation.closed : undefined}
          isBusy={open.isBusy}
          onPress={() => void open.run({})}
        >
          {say.show}
        </Button>
      </div>
      <SettingsError failure={open.error ?? setRole.error ?? revoke.error} />
    </SettingsSection>
  );
}

interface PairingCodeProps {
  /** Null if there is no code, or if no device can reach this computer. */
  readonly pairing: DeviceAnswer["pairing"];
  readonly leftMs: number;
  readonly door: DeviceAnswer["door"];
  readonly isDesktop: boolean;
}

function PairingCode({ pairing, leftMs, door, isDesktop }: PairingCodeProps) {
  const say = words.settings.devices;
  return (
    <>
      {pairing === null ? null : leftMs > 0 ? (
        <div className={styles["code"]} role="status">
          <p>{say.code}</p>
          <b dir="ltr">{pairing.code}</b>
          <p className={styles["lead"]}>{say.expires(formatSpan(leftMs))}</p>
        </div>
      ) : (
        <p>{say.expired}</p>
      )}
      {door === null || leftMs <= 0 ? null : (
        <div className={styles["found"]}>
          {isDesktop ? null : <StationAddresses addresses={door.addresses} />}
          <p className={styles["lead"]}>{say.fingerprint}</p>
          <code className={styles["fingerprint"]} dir="ltr">
            {door.fingerprint.replaceAll(":", " ")}
          </code>
        </div>
      )}
    </>
  );
}

interface DeviceListProps {
  readonly devices: DeviceAnswer["devices"];
  readonly slowed: NonNullable<DeviceAnswer["slowed"]>;
  readonly setRole: Command<"device.setRole">;
  readonly revoke: Command<"device.revoke">;
}

function DeviceList({ devices, slowed, setRole, revoke }: DeviceListProps) {
  const say = words.settings.devices;
  return (
    <ul className={classNames(styles["list"], styles["devices"])}>
      {devices.map((device) => (
        <li key={device.id}>
          <span>
            <bdi dir="auto">{device.name}</bdi>
            <small>
              {device.lastSeenAtMs === null
                ? say.neverSeen
                : say.seen(formatTime(device.lastSeenAtMs))}
            </small>
            {device.role === "lead" ? <small>{say.isLead}</small> : null}
            <SlowedNote atMs={slowed.find(({ deviceId }) => deviceId === device.id)?.atMs} />
          </span>
          <Button
            size="s"
            kind="quiet"
            label={(device.role === "lead" ? say.makeDeskLabel : say.makeLeadLabel)(device.name)}
            isBusy={setRole.isBusy}
            onPress={() =>
              void setRole.run({
                deviceId: device.id,
                role: device.role === "lead" ? "desk" : "lead",
              })
            }
          >
            {device.role === "lead" ? say.makeDesk : say.makeLead}
          </Button>
          <Button
            size="s"
            kind="quiet"
            label={say.revokeLabel(device.name)}
            isBusy={revoke.isBusy}
            onPress={() => void revoke.run({ deviceId: device.id })}
          >
            {say.revoke}
          </Button>
        </li>
      ))}
    </ul>
  );
}
