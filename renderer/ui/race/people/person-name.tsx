import type { ReactNode } from "react";

export interface PersonNameProps {
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** Lengths in characters from which a heading draws a name smaller. */
const longName = 28;
const longerName = 46;

/**
 * A person's name in any script. `bdi` isolates its direction from the surrounding line; headings use `data-length` to fit
 * a long name into a card.
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
