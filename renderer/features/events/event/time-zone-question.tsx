import { useState } from "react";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Select } from "#renderer/ui/fields/select.tsx";
import styles from "../events-screen.module.css";

const mine = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zones = [...new Set([mine, ...Intl.supportedValuesOf("timeZone")])].map((zone) => ({
  value: zone,
  label: zone.replaceAll("_", " "),
}));

/** Asks for the venue's time zone if neither event nor series has one (D8). */
export function TimeZoneQuestion({ eventId }: { readonly eventId: string }) {
  const [zone, setZone] = useState(mine);
  const keep = useCommand("event.setTimeZone");
  const saying = keep.error === null ? null : failureMessage(keep.error, words.events.failures);
  return (
    <div className={styles["zone"]}>
      <Select
        label={words.events.check.zoneChoose}
        choices={zones}
        value={zone}
        onChange={setZone}
        error={saying === null ? undefined : `${saying.title}. ${saying.text}`}
      />
      <Button isBusy={keep.isBusy} onPress={() => void keep.run({ eventId, timeZone: zone })}>
        {words.events.check.zoneSave}
      </Button>
    </div>
  );
}
