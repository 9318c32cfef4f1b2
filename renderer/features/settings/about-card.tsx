import type { DeskState } from "#shared/contract/settings.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { words } from "#renderer/i18n/words.ts";
import { CopyDiagnostics } from "./copy-diagnostics.tsx";
import { FactList, SettingsSection } from "./settings-section.tsx";

/** The version of this program and the folder of its data. */
export function AboutCard({ about }: { readonly about: DeskState["about"] }) {
  const mayCopy = useMay("diagnostics.get");
  const say = words.settings.about;
  const facts = [
    [say.version, about.version],
    [say.host, say.hosts[about.host]],
    [say.engine, say.engines(about)],
    [say.folder, about.dataDir],
    [say.device, about.deviceId],
  ] as const;
  return (
    <SettingsSection title={say.title}>
      <FactList facts={facts} />
      {mayCopy ? <CopyDiagnostics /> : null}
    </SettingsSection>
  );
}
