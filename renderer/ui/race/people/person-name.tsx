import type { ReactNode } from "react";

export interface PersonNameProps {
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** From so many characters on a name is drawn smaller where it may wrap. */
const longName = 28;
const longerName = 46;

/**
 * A person's name in any script: its direction is its own and never turns the line around it.
 * `data-length` lets a heading keep a long one within its card.
 */
export function PersonName({ children, className }: PersonNameProps) {
  return (
    <bdi dir="auto" className={className} data-length={lengthOf(children)}>
      {children}
    </bdi>
  );
}

function lengthOf(name: ReactNode): "long" | "longer" | undefined {
  if (typeof name !== "string" || name.length < longName) return undefined;
  return name.length < longerName ? "long" : "longer";
}
