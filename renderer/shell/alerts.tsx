import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import type { DeskState } from "#shared/contract/settings.ts";
import { judgeDiskSpace } from "#shared/domain/basics/disk-space.ts";
import styles from "./shell.module.css";

/** A red line above every screen. A `span` in it is hidden in a low window. */
function Alert({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles["alert"]} role="alert">
      {children}
    </p>
  );
}

const minuteMs = 60_000;

/** Warns on every screen before the disk has no space for the next journal entry (J1). */
export function DiskAlert() {
  const { value, refresh } = useQuery("disk.get", {}, { topics: [] });
  const minute = useNow(minuteMs);
  const [openedAt] = useState(minute);
  useEffect(() => {
    if (minute !== openedAt) refresh();
  }, [refresh, minute, openedAt]);
  return value !== null && judgeDiskSpace(value.freeBytes) === "none" ? (
    <Alert>{words.shell.diskAlmostFull}</Alert>
  ) : null;
}

/** Findings under which new entries are lost or may be lost, the worst first. */
const severe = [
  "file-replaced",
  "file-gone",
  "database-damaged",
  "log-damaged",
  "journal-short",
] as const;

/** Shows the worst severe finding on every screen (S4). Settings shows all findings with their full texts. */
export function FindingsAlert({ findings }: Pick<DeskState["about"], "findings">) {
  const worst = severe.find((code) => findings.some((finding) => finding.code === code));
  if (worst === undefined) return null;
  const { title, text } = words.settings.findings[worst];
  return (
    <Alert>
      {title}. <span>{text}</span>
    </Alert>
  );
}
