import type { ReactNode } from "react";
import type { Failure } from "#shared/result.ts";
import { words } from "#renderer/i18n/words.ts";
import { Card } from "#renderer/ui/controls/page/card.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import styles from "./settings-screen.module.css";

export interface SettingsSectionProps {
  /** The address `#/settings?part=…` scrolls to the section with this name. */
  readonly part?: string;
  readonly title: string;
  readonly lead?: string | undefined;
  readonly children: ReactNode;
}

/** A section of the settings. */
export function SettingsSection({ part, title, lead, children }: SettingsSectionProps) {
  return (
    <Card kind="quiet" id={part} label={title} className={styles["part"]}>
      <h2>{title}</h2>
      {lead === undefined ? null : <p className={styles["lead"]}>{lead}</p>}
      {children}
    </Card>
  );
}

/** Labels with their values, one below the other. */
export function FactList({
  facts,
}: {
  readonly facts: readonly (readonly [label: ReactNode, value: string])[];
}) {
  return (
    <dl className={styles["facts"]}>
      {facts.map(([label, value], index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>
            <bdi dir="auto">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The messages of the settings, by error code. */
export const settingsFailures = { ...words.firstStart.failures, ...words.settings.failures };

/** The failure of a section. */
export function SettingsError({ failure }: { readonly failure: Failure | null }) {
  return <FailureNotice failure={failure} own={settingsFailures} />;
}
