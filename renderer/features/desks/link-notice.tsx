import type { Desks } from "#shared/contract/desks.ts";
import { words } from "#renderer/i18n/words.ts";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import type { NoticeProps } from "#renderer/ui/controls/page/card.tsx";

const say = words.desks.link;

const tones = {
  connecting: "info",
  up: "done",
  away: "look",
  refused: "stop",
} as const satisfies Readonly<Record<string, NoticeProps["tone"]>>;

/** Whether the hub answers a full desk, and how many entries wait for it. */
export function LinkNotice({ link, hub }: { readonly link: Desks["link"]; readonly hub: string }) {
  const { state, sinceMs, why, unsent, behind } = link;
  if (state === "none") return null;
  const title = state === "away" ? say.title.away(hub, sinceMs) : say.title[state](hub);
  const sentences = [
    state === "refused"
      ? why === null
        ? null
        : say.why[why]
      : state === "up"
        ? null
        : say.text[state],
    state === "up" || unsent > 0 ? say.unsent(unsent) : null,
    behind > 0 ? say.behind(behind) : null,
  ];
  return (
    <Notice tone={tones[state]} title={title}>
      {sentences.filter((sentence) => sentence !== null).join(" ")}
    </Notice>
  );
}
