import { useState } from "react";
import type { DeskPresence } from "#shared/contract/desks.ts";
import type { OutputOf } from "#shared/contract/index.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { formatDayAndTime, formatTime } from "#renderer/i18n/format.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import { Card } from "#renderer/ui/controls/page/card.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { DeviceDialog } from "./dialogs/device-dialog.tsx";
import screen from "./desks-screen.module.css";
import styles from "./desk-list.module.css";

const say = words.desks.list;

/** A clock that is off by less than this is not worth a word (J7). */
const clockToleranceMs = 2_000;

const icons: Readonly<Record<DeskPresence["kind"], IconName>> = {
  hub: "online",
  full: "disk",
  browser: "person",
};

type Device = OutputOf<"device.list">["devices"][number];
type Slowed = OutputOf<"device.list">["slowed"];

export interface DeskListProps {
  readonly title: string;
  readonly desks: readonly DeskPresence[];
  /** The devices that are paired with this laptop; empty for a paired device, which may not see them. */
  readonly devices: readonly Device[];
  readonly slowed: Slowed;
  /** This laptop is a full desk, and its hub has not named the desks since the start (M4). */
  readonly isUnknown: boolean;
}

/** Who is at which desk, when it was seen last, whose clock is off, and who lacks what (M7). */
export function DeskList({ title, desks, devices, slowed, isUnknown }: DeskListProps) {
  const [changing, setChanging] = useState<string | null>(null);
  const mayChange = useMay("device.revoke");
  const device = devices.find(({ id }) => id === changing);
  const isChangeable = (desk: DeskPresence): boolean =>
    mayChange && devices.some(({ id }) => id === desk.deviceId);
  const hasActions = desks.some(isChangeable);
  return (
    <Card className={screen["part"]} label={title}>
      <h2>{title}</h2>
      <ul className={styles["list"]}>
        {desks.map((desk) => (
          <li key={desk.deviceId ?? "hub"} data-here={desk.isHere}>
            <Icon name={icons[desk.kind]} size={24} />
            <DeskWords
              desk={desk}
              device={devices.find(({ id }) => id === desk.deviceId)}
              slowedAtMs={slowed.find(({ deviceId }) => deviceId === desk.deviceId)?.atMs}
            />
            <DeskState desk={desk} />
            {isChangeable(desk) ? (
              <Button
                size="s"
                kind="quiet"
                label={say.changeLabel(desk.name)}
                onPress={() => setChanging(desk.deviceId)}
              >
                {say.change}
              </Button>
            ) : hasActions ? (
              <span className={styles["noAction"]} />
            ) : null}
          </li>
        ))}
      </ul>
      {isUnknown ? (
        <p className={screen["lead"]}>{say.unknown}</p>
      ) : desks.every(({ isThis }) => isThis) ? (
        <p className={screen["lead"]}>{say.none}</p>
      ) : null}
      {device === undefined ? null : (
        <DeviceDialog device={device} onClose={() => setChanging(null)} />
      )}
    </Card>
  );
}

interface DeskWordsProps {
  readonly desk: DeskPresence;
  readonly device: Device | undefined;
  readonly slowedAtMs: number | undefined;
}

function DeskWords({ desk, device, slowedAtMs }: DeskWordsProps) {
  const { kind, name, operator, isThis, clockOffsetMs, behind, hasRoster, hasOtherEvent } = desk;
  const isOff = clockOffsetMs !== null && Math.abs(clockOffsetMs) > clockToleranceMs;
  const facts = [
    say.kinds[kind] + (isThis ? `, ${kind === "browser" ? say.isThisDevice : say.isThis}` : ""),
    device?.role === "lead" ? say.lead : null,
    behind === null ? null : behind === 0 ? say.hasAll : say.behind(behind),
    hasRoster === null || hasOtherEvent ? null : hasRoster ? say.hasRoster : say.noRoster,
  ];
  return (
    <div className={styles["words"]}>
      <p className={styles["name"]}>
        <bdi dir="auto">{name}</bdi>
        <span>{operator === "" ? say.nobody : operator}</span>
      </p>
      <p className="quiet">{facts.filter((fact) => fact !== null).join(" · ")}</p>
      {hasOtherEvent ? <FieldNote note={{ tone: "look", text: say.otherEvent }} /> : null}
      {isOff ? <FieldNote note={{ tone: "look", text: say.clock(clockOffsetMs) }} /> : null}
      {slowedAtMs === undefined ? null : (
        <FieldNote
          note={{
            tone: "look",
            text: say.readsMuch(formatTime(slowedAtMs)),
          }}
        />
      )}
    </div>
  );
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

function DeskState({ desk: { isHere, lastSeenAtMs } }: { readonly desk: DeskPresence }) {
  const nowMs = useNow(minuteMs);
  const isToday = lastSeenAtMs !== null && Math.abs(nowMs - lastSeenAtMs) < dayMs;
  const seen =
    lastSeenAtMs === null
      ? say.neverSeen
      : say.seen(isToday ? formatTime(lastSeenAtMs) : formatDayAndTime(lastSeenAtMs));
  return (
    <div className={styles["state"]}>
      <b>
        <Icon name={isHere ? "done" : "offline"} size={20} />
        {isHere ? say.here : say.away}
      </b>
      {isHere ? null : <span>{seen}</span>}
    </div>
  );
}
