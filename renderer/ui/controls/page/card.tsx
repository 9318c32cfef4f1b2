import type { ReactNode } from "react";
import { classNames } from "#renderer/ui/controls/class-names.ts";
import { Icon } from "#renderer/ui/controls/icon.tsx";
import type { IconName } from "#renderer/ui/controls/icon.tsx";
import { WithFlags } from "./with-flags.tsx";
import styles from "./card.module.css";

export interface CardProps {
  readonly children: ReactNode;
  /** `strong`: a thick edge; `quiet`: a thin edge; `stop`: a red edge; `look`: filled orange. */
  readonly kind?: "strong" | "quiet" | "stop" | "look";
  /** Without padding, for a card that begins with a header or is a list. */
  readonly isBare?: boolean;
  readonly id?: string | undefined;
  /** The accessible name. */
  readonly label?: string | undefined;
  readonly className?: string | undefined;
}

/** A framed part of a screen. */
export function Card({
  children,
  kind = "strong",
  isBare = false,
  id,
  label,
  className,
}: CardProps) {
  return (
    <section
      id={id}
      className={classNames(styles["card"], isBare && styles["bare"], className)}
      data-kind={kind}
      aria-label={label}
    >
      {children}
    </section>
  );
}

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

export interface FactsProps {
  readonly facts: readonly Fact[];
}

/** Labels with their values, side by side. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles["facts"]}>
      {facts.map((fact) => (
        <div key={fact.label} className={styles["fact"]}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A line between the parts of a card. */
export function Rule() {
  return <hr className={styles["rule"]} />;
}

export interface WarningHeaderProps {
  readonly title: ReactNode;
  readonly children?: ReactNode;
}

/** The orange header of a card on which Enter has no effect. */
export function WarningHeader({ title, children }: WarningHeaderProps) {
  return (
    <div className={styles["warning"]} role="alert">
      <Icon name="look" size={42} />
      <span className={styles["warningWords"]}>
        <h2 className={styles["warningTitle"]}>{title}</h2>
        {children === undefined ? null : <p>{children}</p>}
      </span>
    </div>
  );
}

export interface StopCardProps {
  /** "NOT SAVED". */
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** The red card of a failure: what is not saved, what is safe, what to do. */
export function StopCard({ title, children }: StopCardProps) {
  return (
    <section className={styles["stop"]} role="alert">
      <header className={styles["stopHead"]}>
        <Icon name="stop" size={52} />
        <h2>{title}</h2>
      </header>
      {children}
    </section>
  );
}

export interface SuccessCardProps {
  /** `look`: the success does not hold any more, and the card is orange. */
  readonly tone: "done" | "look";
  /** "Checked in". */
  readonly title: ReactNode;
  /** The time of the save, "08:17:31". */
  readonly at: string | undefined;
  /** The undo button, at the end of the header. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** The green card of a success. It appears without a fade and stays until the next key press. */
export function SuccessCard({ tone, title, at, action, children }: SuccessCardProps) {
  return (
    <section className={styles["success"]} data-tone={tone} role="status">
      <header className={styles["successHead"]}>
        <Icon name={tone} size={40} />
        <h2>{title}</h2>
        {at === undefined ? null : <span className={styles["successAt"]}>{at}</span>}
        {action}
      </header>
      {children}
    </section>
  );
}

export interface NoticeProps {
  readonly tone: "done" | "look" | "stop" | "info";
  /** The first line, bold. */
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly icon?: IconName | undefined;
  /** Without a tinted background, for use inside a card. */
  readonly isPlain?: boolean;
  readonly action?: ReactNode;
}

/** A message in its place on the screen: what happened, what is safe, what to do. */
export function Notice({ tone, title, children, icon, isPlain = false, action }: NoticeProps) {
  return (
    <div
      className={classNames(styles["notice"], isPlain && styles["plain"])}
      data-tone={tone}
      role={tone === "stop" ? "alert" : "status"}
    >
      <Icon name={icon ?? tone} size={28} />
      <div className={styles["noticeWords"]}>
        <p className={styles["noticeTitle"]}>{title}</p>
        {children === undefined ? null : (
          <div className={styles["noticeText"]}>
            {typeof children === "string" ? <WithFlags text={children} /> : children}
          </div>
        )}
      </div>
      {action}
    </div>
  );
}
