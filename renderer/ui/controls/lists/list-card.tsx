import type { ReactNode, Ref } from "react";
import { classNames } from "#renderer/ui/controls/class-names.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import styles from "./list-card.module.css";

export interface ListCardProps {
  readonly title?: ReactNode;
  /** On the right of the title: "since 06:52". */
  readonly hint?: ReactNode;
  /** `ListLine`s, `StatusSentence`s or `PickLine`s. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly linesRef?: Ref<HTMLDivElement>;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
}

/** A card with a list of lines. */
export function ListCard({
  title,
  hint,
  children,
  className,
  linesRef,
  onFocus,
  onBlur,
}: ListCardProps) {
  return (
    <section className={classNames(styles["card"], className)} onFocus={onFocus} onBlur={onBlur}>
      {title === undefined ? null : (
        <header className={styles["head"]}>
          <h2>{title}</h2>
          {hint === undefined ? null : <span className={styles["hint"]}>{hint}</span>}
        </header>
      )}
      <div
        ref={linesRef}
        className={styles["lines"]}
        data-titled={title === undefined ? undefined : ""}
      >
        {children}
      </div>
    </section>
  );
}

export interface ListLineProps {
  readonly label: ReactNode;
  readonly value?: ReactNode;
  /** Shown after the value: done, look or none. */
  readonly icon?: IconName | undefined;
}

/** A label and its value: "New registrations … 12". */
export function ListLine({ label, value, icon }: ListLineProps) {
  return (
    <div className={styles["line"]}>
      <span className={styles["label"]}>{label}</span>
      <span className={styles["value"]}>
        {value}
        {icon === undefined ? null : (
          <Icon name={icon} size={22} className={icon === "done" ? styles["done"] : undefined} />
        )}
      </span>
    </div>
  );
}

export interface PickLineProps {
  /** Above the title: "Sat 3 Oct 2026, race". */
  readonly eyebrow?: ReactNode;
  readonly title: ReactNode;
  readonly note?:
    | {
        readonly icon: IconName;
        readonly tone: "plain" | "done" | "look" | "stop";
        readonly text: ReactNode;
      }
    | undefined;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** A line that can be chosen. */
export function PickLine({ eyebrow, title, note, isChosen, onChoose }: PickLineProps) {
  return (
    <button
      type="button"
      className={styles["pick"]}
      aria-current={isChosen ? "true" : undefined}
      onClick={onChoose}
    >
      {eyebrow === undefined ? null : <span className={styles["eyebrow"]}>{eyebrow}</span>}
      <bdi
        dir="auto"
        className={styles["pickTitle"]}
        title={typeof title === "string" ? title : undefined}
      >
        {title}
      </bdi>
      {note === undefined ? null : (
        <span className={styles["note"]} data-tone={note.tone}>
          <Icon name={note.icon} size={20} />
          {note.text}
        </span>
      )}
    </button>
  );
}
