import type { ReactNode } from "react";
import type { Desks } from "#shared/contract/desks.ts";
import { hasTwoHubs } from "#shared/contract/in-screens.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { StatusCell } from "#renderer/ui/controls/page/status-bar.tsx";
import styles from "./shell.module.css";

const say = words.desks.status;
/** Each new entry may be one that the hub lacks. */
const entryTopics = ["roster", "podium", "finish", "events", "outbox"] as const;

export interface HubCellProps {
  /** The cell of the connection to the organizer, which only the hub asks. */
  readonly children: ReactNode;
}

/** The link of a full desk to its hub, that two hubs wait for a person's choice, or which one was chosen (M10). */
export function HubCell({ children }: HubCellProps) {
  const desks = useQuery("desks.get", {}, { topics: ["devices", "settings", "sync"] });
  if (desks.value === null) return children;
  const { role, link, sender } = desks.value;
  if (hasTwoHubs(sender)) {
    return (
      <StatusCell icon="look" tone="look">
        {say.twoHubs}
      </StatusCell>
    );
  }
  if (role === "hub" && sender.who === "other") {
    return (
      <StatusCell icon="look" tone="look">
        {say.formerHub(sender.name ?? "")}
      </StatusCell>
    );
  }
  if (role !== "full" || link.state === "none") return children;
  return <FullDeskCell known={desks.value} />;
}

/** Asks at each entry how many the hub lacks; only a full desk needs that. */
function FullDeskCell({ known }: { readonly known: Desks }) {
  const desks = useQuery("desks.get", {}, { topics: ["devices", "settings", ...entryTopics] });
  const { hub, link } = desks.value ?? known;
  const isUp = link.state === "up";
  const isOtherEvent = isUp && hub?.hasOtherEvent === true;
  return (
    <StatusCell
      icon={(isUp && !isOtherEvent) || link.state === "connecting" ? "groups" : "look"}
      {...(isOtherEvent || link.state === "away" || link.state === "refused"
        ? { tone: "look" }
        : {})}
    >
      {isOtherEvent ? say.otherEvent(hub.name) : linkWords(hub?.name ?? "", link)}
      {link.unsent !== null && link.unsent > 0 ? (
        <span className={isUp ? styles["more"] : undefined}>{say.unsent(link.unsent)}</span>
      ) : null}
    </StatusCell>
  );
}

function linkWords(hub: string, { state, sinceMs, why }: Desks["link"]): string {
  switch (state) {
    case "up":
      return say.up(hub);
    case "away":
      return say.away(hub, sinceMs);
    case "refused":
      return say.refused[why ?? "not-paired"];
    case "connecting":
    case "none":
      return say.connecting(hub);
  }
}
