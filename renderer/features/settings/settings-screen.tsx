import { useDesk, useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { PageTitle } from "#renderer/ui/controls/page/page-title.tsx";
import { AboutCard } from "./about-card.tsx";
import { BackupsCard } from "./data/backups-card.tsx";
import { JournalMirrorCard } from "./data/journal-mirror-card.tsx";
import { ConnectionCard } from "./access/connection-card.tsx";
import { DataFoldersCard } from "./data/data-folders-card.tsx";
import { DeskCard } from "./desk-card.tsx";
import { DevicesCard } from "./access/devices-card.tsx";
import { ExportsCard } from "./data/exports-card.tsx";
import { JournalCard } from "./data/journal-card.tsx";
import { KeyboardCard } from "./keyboard-card.tsx";
import { AppearanceCard } from "./appearance-card.tsx";
import { PracticeCard } from "./practice-card.tsx";
import { ScannerCard } from "./scanner-card.tsx";
import { SessionsCard } from "./access/sessions-card.tsx";
import { WipeCard } from "./data/wipe-card.tsx";
import { findingMessage } from "./finding-message.ts";
import { useVisibleSection } from "./use-visible-section.ts";
import styles from "./settings-screen.module.css";

/** Settings, maintenance and diagnostics. */
export function SettingsScreen() {
  const desk = useDesk();
  const connection = useQuery("connection.get", {}, { topics: ["connection", "sync"] });
  useVisibleSection(desk.value !== null && connection.value !== null);
  if (desk.value === null || connection.value === null) return null;
  const { settings, about, currentEventId, forbidden } = desk.value;
  return (
    <div className={styles["screen"]}>
      <PageTitle title={words.settings.title} />
      {about.findings.map((finding) => (
        <Notice key={finding.code} tone="stop" title={findingMessage(finding).title}>
          {findingMessage(finding).text}
        </Notice>
      ))}
      <div className={styles["columns"]}>
        <div className={styles["column"]}>
          <DeskCard settings={settings} isPaired={forbidden.length > 0} />
          <AppearanceCard settings={settings} />
          <ScannerCard settings={settings} />
          <PracticeCard mode={connection.value.mode} />
          <ExportsCard eventId={currentEventId} />
          <JournalCard />
        </div>
        <div className={styles["column"]}>
          <ConnectionCard connection={connection.value} />
          <DevicesCard />
          <SessionsCard />
          <BackupsCard />
          <JournalMirrorCard />
          <DataFoldersCard />
          <WipeCard />
          <AboutCard about={about} />
          <KeyboardCard />
        </div>
      </div>
    </div>
  );
}
