import type { ReactNode } from "react";

export interface PersonNameProps {
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A person's name in any script: its direction is its own and never turns the line around it. */
export function PersonName({ children, className }: PersonNameProps) {
  return (
    <bdi dir="auto" className={className}>
      {children}
    </bdi>
  );
}
