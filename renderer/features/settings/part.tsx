import type { ReactNode } from "react";
import type { Failure } from "#shared/result.ts";
import { failureWords } from "#renderer/i18n/failure-words.ts";
import { words } from "#renderer/i18n/words.ts";
import { Card, Notice } from "#renderer/ui/card.tsx";
import styles from "./settings-room.module.css";

export interface PartProps {
  readonly title: string;
  readonly lead?: string | undefined;
  readonly children: ReactNode;
}

/** One part of the settings. */
export function Part({ title, lead, children }: PartProps) {
  return (
    <Card kind="quiet" label={title} className={styles["part"]}>
      <h2>{title}</h2>
      {lead === undefined ? null : <p className={styles["lead"]}>{lead}</p>}
      {children}
    </Card>
  );
}

/** What went wrong in a part, what is safe, what to do. */
export function Trouble({ failure }: { readonly failure: Failure | null }) {
  if (failure === null) return null;
  const saying = failureWords(failure, {
    ...words.firstStart.failures,
    ...words.settings.failures,
  });
  return (
    <Notice tone="stop" title={saying.title}>
      {saying.text}
    </Notice>
  );
}
