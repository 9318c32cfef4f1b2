import type { ReactNode } from "react";
import { useLayoutEffect, useRef } from "react";
import { ListCard } from "./list-card.tsx";

export interface PickListProps {
  /** `PickLine`s, or rows with one `PickLine` each. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/**
 * A list of lines that can be chosen. If the focused line goes away, the focus moves to the one in its place: without a
 * focus, Enter would press the yellow button of the screen (U1).
 */
export function PickList({ children, className }: PickListProps) {
  const lines = useRef<HTMLDivElement>(null);
  /** The place of the focused line; -1 if the focus is elsewhere. */
  const place = useRef(-1);
  const findPlace = (): void => {
    const all = [...(lines.current?.children ?? [])];
    place.current = all.findIndex((line) => line.contains(document.activeElement));
  };
  useLayoutEffect(() => {
    const isLost = place.current >= 0 && document.activeElement === document.body;
    if (isLost) buttonAt(lines.current, place.current)?.focus();
    findPlace();
  }, [children]);
  return (
    <ListCard
      className={className}
      linesRef={lines}
      onFocus={findPlace}
      onBlur={() => (place.current = -1)}
    >
      {children}
    </ListCard>
  );
}

/** The next line from this place on that is not chosen, because Enter on the chosen one presses the yellow button. */
function buttonAt(lines: HTMLElement | null, place: number): HTMLElement | undefined {
  const buttons = [...(lines?.querySelectorAll<HTMLElement>("button") ?? [])];
  const isOther = (button: HTMLElement): boolean => button.ariaCurrent !== "true";
  return buttons.slice(place).find(isOther) ?? buttons.findLast(isOther) ?? buttons[0];
}
