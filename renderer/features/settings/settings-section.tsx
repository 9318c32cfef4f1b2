import type { ReactNode } from "react";
import type { Failure } from "#shared/result.ts";
import { words } from "#renderer/i18n/words.ts";
import { Card } from "#renderer/ui/controls/page/card.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import styles from "./settings-screen.module.css";

export interface SettingsSectionProps {
  readonly title: string;
  readonly lead?: string | undefined;
  readonly children: ReactNode;
}

/** One part of the settings. */
export function SettingsSection({ title, lead, children }: SettingsSectionProps) {
  return (
    <Card kind="quiet" label={title} className={styles["part"]}>
      <h2>{title}</h2>
      {lead === undefined ? null : <p className={styles["lead"]}>{lead}</p>}
      {children}
    </Card>
  );
}

const troubles = { ...words.firstStart.failures, ...words.settings.failures };

/** What went wrong in a part, what is safe, what to do. */
export function SettingsError({ failure }: { readonly failure: Failure | null }) {
  return <FailureNotice failure={failure} own={troubles} />;
}
