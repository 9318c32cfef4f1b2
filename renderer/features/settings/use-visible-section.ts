import { useEffect } from "react";
import { replaceRoute, useRoute } from "#renderer/client/navigation/route.ts";
import { words } from "#renderer/i18n/words.ts";

/** Parts that an address may name: `#/settings?part=keys`. */
const titles: Readonly<Record<string, string | undefined>> = {
  exports: words.settings.exports.title,
  keys: words.keys.title,
};

const ownMoves = ["wheel", "pointerdown", "keydown"] as const;

/**
 * Brings the part that the address names into sight, once it is there, and keeps it there while the parts above it still
 * get their facts: until the person moves by themselves.
 */
export function useVisibleSection(isThere: boolean): void {
  const { part = "" } = useRoute().with;
  const title = Object.hasOwn(titles, part) ? titles[part] : undefined;
  useEffect(() => {
    if (!isThere || title === undefined) return undefined;
    const card = document.querySelector(`section[aria-label=${JSON.stringify(title)}]`);
    if (card === null || card.parentElement === null) return undefined;
    const observer = new ResizeObserver(() => card.scrollIntoView());
    observer.observe(card.parentElement);
    // From then on a reload comes back to where the person is, not to the part.
    const stop = (): void => {
      observer.disconnect();
      replaceRoute("settings", {});
    };
    for (const move of ownMoves) addEventListener(move, stop, { once: true });
    return () => {
      observer.disconnect();
      for (const move of ownMoves) removeEventListener(move, stop);
    };
  }, [isThere, title]);
}
