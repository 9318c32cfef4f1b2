import { useState } from "react";
import type { EventDetail } from "#shared/contract/events.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { TeamsDialog } from "./teams-dialog.tsx";
import styles from "../listings.module.css";

/** The organizer's description and links of an event, and the teams of its relay runs. */
export function EventAbout({ event }: { readonly event: EventDetail }) {
  const [teamsOf, setTeamsOf] = useState<string | null>(null);
  const say = words.organizer.about;
  const links = [
    { label: say.website, url: event.websiteUrl },
    { label: say.registration, url: event.registrationUrl },
  ].filter(({ url }) => url !== null && /^https?:\/\//.test(url));
  const relays = event.runs.filter((run) => run.isRelay);
  const shown = relays.find((run) => run.id === teamsOf);
  if (links.length === 0 && relays.length === 0 && event.description === null) return null;
  return (
    <section className={styles["about"]} aria-label={say.description}>
      {event.description === null ? null : (
        <p className={styles["text"]}>
          <bdi dir="auto">{event.description}</bdi>
        </p>
      )}
      <div className={styles["links"]}>
        {links.map(({ label, url }) => (
          <span key={label} className={styles["link"]}>
            <b>{label}</b> <bdi dir="ltr">{url}</bdi>
          </span>
        ))}
        {relays.map((run) => (
          <Button key={run.id} size="s" onPress={() => setTeamsOf(run.id)}>
            {words.organizer.teams.open(run.label)}
          </Button>
        ))}
      </div>
      {shown === undefined ? null : (
        <TeamsDialog
          eventId={event.id}
          runId={shown.id}
          runLabel={shown.label}
          onClose={() => setTeamsOf(null)}
        />
      )}
    </section>
  );
}
