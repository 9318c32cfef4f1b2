import type { OutputOf } from "#shared/contract/index.ts";
import type { LanReach } from "#shared/contract/lan-access.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { SegmentedControl } from "#renderer/ui/controls/buttons/segmented-control.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { useShownChanges } from "../use-shown-changes.ts";
import styles from "../settings-screen.module.css";

const say = words.settings.ownStation;
const nobody = "nobody";

const reaches = ["this-computer", "network"] as const satisfies readonly LanReach[];
const choices = ([nobody, ...reaches] as const).map((value) => ({
  value,
  label: say.reaches[value],
}));

export interface LanAccessProps {
  readonly saved: OutputOf<"lanAccess.get">;
}

/** Chooses which browsers may open the desktop, and shows the addresses (S1). */
export function LanAccess({ saved }: LanAccessProps) {
  const { reach, addresses, isMoved, isBroken } = saved;
  const open = useCommand("lanAccess.open");
  const end = useCommand("lanAccess.close");
  const { shown, change } = useShownChanges<Pick<typeof saved, "reach">>(saved, async (next) => {
    open.clear();
    end.clear();
    return next.reach === null ? end.run({}) : open.run({ reach: next.reach });
  });
  const last = shown.at(-1) ?? saved;
  const choice = last.reach ?? nobody;
  const isChanging = last.reach !== reach;

  return (
    <>
      <SegmentedControl
        label={say.who}
        choices={choices}
        value={choice}
        onChange={(next) => void change({ reach: next === nobody ? null : next })}
      />
      <p className={styles["lead"]}>
        {isChanging
          ? say.changing
          : reach === "network" && addresses.length === 0
            ? say.noNetwork
            : say.open[choice]}
      </p>
      {isChanging || addresses.length === 0 ? null : (
        <ul className={styles["addresses"]}>
          {addresses.map((address) => (
            <li key={address} dir="ltr">
              {address}
            </li>
          ))}
        </ul>
      )}
      {reach === null ? null : <p className={styles["path"]}>{say.kept}</p>}
      {isMoved ? (
        <Notice tone="look" title={say.moved.title}>
          {say.moved.text}
        </Notice>
      ) : null}
      {isBroken ? (
        <Notice tone="stop" title={say.broken.title}>
          {say.broken.text}
        </Notice>
      ) : null}
      <FailureNotice failure={open.error ?? end.error} own={say.failures} />
    </>
  );
}
