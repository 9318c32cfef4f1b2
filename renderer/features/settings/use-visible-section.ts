import { useEffect } from "react";
import { replaceRoute, useRoute } from "#renderer/client/navigation/route.ts";

const userMoves = ["wheel", "pointerdown", "keydown"] as const;

/**
 * Scrolls to the section that the address names (`#/settings?part=keys`), and keeps it visible while the sections above it
 * load their content, until the person scrolls, points or types.
 */
export function useVisibleSection(isLoaded: boolean): void {
  const { part } = useRoute().with;
  useEffect(() => {
    const section = isLoaded && part !== undefined ? document.getElementById(part) : null;
    if (section === null || section.parentElement === null) return undefined;
    const observer = new ResizeObserver(() => section.scrollIntoView());
    observer.observe(section.parentElement);
    // After that, a reload restores the person's scroll position and not the section.
    const stop = (): void => {
      observer.disconnect();
      replaceRoute("settings", {});
    };
    for (const move of userMoves) addEventListener(move, stop, { once: true });
    return () => {
      observer.disconnect();
      for (const move of userMoves) removeEventListener(move, stop);
    };
  }, [isLoaded, part]);
}
