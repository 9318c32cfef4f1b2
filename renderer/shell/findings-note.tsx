import { words } from "#renderer/i18n/words.ts";
import type { DeskState } from "#shared/contract/settings.ts";
import styles from "./shell.module.css";

type Finding = DeskState["about"]["findings"][number];

/** What no work may go on under without people knowing it, the worst first. */
const loud = [
  "file-replaced",
  "file-gone",
  "database-damaged",
  "log-damaged",
  "journal-short",
] as const;

export interface FindingsNoteProps {
  readonly findings: readonly Finding[];
}

/** Said in every room: what is saved from now on is lost, or may be (J1, S4). Settings has the words that a low window lacks. */
export function FindingsNote({ findings }: FindingsNoteProps) {
  const worst = loud.find((code) => findings.some((finding) => finding.code === code));
  if (worst === undefined) return null;
  const { title, text } = words.settings.findings[worst];
  return (
    <p className={styles["down"]} role="alert">
      {title}. <span>{text}</span>
    </p>
  );
}
