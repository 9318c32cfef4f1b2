import type { Desks } from "#shared/contract/desks.ts";
import { words } from "#renderer/i18n/words.ts";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import type { NoticeProps } from "#renderer/ui/controls/page/card.tsx";

const say = words.desks.link;

interface LinkWords {
  readonly tone: NoticeProps["tone"];
  readonly title: string;
  /** What is safe and what to do; null if nothing has to be said. */
  readonly text: string | null;
}

export interface LinkNoticeProps {
  readonly link: Desks["link"];
  readonly hub: string;
  /** The name of the hub in force, as far as this computer knows. */
  readonly hubNow: string | null;
}

/** Whether the hub answers a full desk, and how many entries wait for it. */
export function LinkNotice({ link, hub, hubNow }: LinkNoticeProps) {
  const { state, unsent, refused, behind } = link;
  const waiting = unsent === null ? null : unsent - refused;
  const hasAll = state === "up" && unsent === 0;
  const described = describeLink(link, hub);
  if (described === null) return null;
  const { tone, title, text } = described;
  const isNamed = link.why === "other-hub" && hubNow !== null && hubNow !== hub;
  const sentences = [
    isNamed ? say.hubNow(hubNow) : text,
    waiting !== null && (waiting > 0 || hasAll) ? say.unsent(waiting) : null,
    refused > 0 ? say.refusedEntries(refused) : null,
    behind > 0 ? say.behind(behind) : null,
  ];
  return (
    <Notice tone={tone} title={title}>
      {sentences.filter((sentence) => sentence !== null).join(" ")}
    </Notice>
  );
}

function describeLink(
  { state, sinceMs, why, refused }: Desks["link"],
  hub: string,
): LinkWords | null {
  switch (state) {
    case "none":
      return null;
    case "connecting":
      return { tone: "info", title: say.title.connecting(hub), text: say.text.connecting };
    case "up":
      return { tone: refused > 0 ? "look" : "done", title: say.title.up(hub), text: null };
    case "away":
      return { tone: "look", title: say.title.away(hub, sinceMs), text: say.text.away };
    case "refused": {
      const reason = why ?? "not-paired";
      return { tone: "stop", title: say.refused[reason](hub), text: say.why[reason] };
    }
  }
}
