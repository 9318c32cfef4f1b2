import { useState } from "react";
import type { OrderOf } from "#renderer/client/use-command.ts";
import { useCommand } from "#renderer/client/use-command.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/button.tsx";
import { Notice } from "#renderer/ui/card.tsx";
import { SegmentedControl } from "#renderer/ui/segmented-control.tsx";
import { Part, Trouble } from "./part.tsx";
import styles from "./settings-room.module.css";

type Order = OrderOf<"export.make">;

const say = words.settings.exports;
const whats = [
  { value: "check-ins", label: say.whats["check-ins"] },
  { value: "walk-ups", label: say.whats["walk-ups"] },
  { value: "journal", label: say.whats.journal },
] as const;
const formats = [
  { value: "csv", label: say.formats.csv },
  { value: "json", label: say.formats.json },
] as const;

/** What was done here, as a file: the only way it leaves this computer. */
export function ExportsCard({ eventId }: { readonly eventId: string | null }) {
  const make = useCommand("export.make");
  const [what, setWhat] = useState<Order["what"]>("check-ins");
  const [format, setFormat] = useState<Order["format"]>("csv");
  return (
    <Part title={say.title} lead={say.lead}>
      <SegmentedControl label={say.what} choices={whats} value={what} onChange={setWhat} />
      <SegmentedControl label={say.format} choices={formats} value={format} onChange={setFormat} />
      <div className={styles["buttons"]}>
        <Button
          icon="folder"
          notYet={eventId === null ? say.none : undefined}
          isBusy={make.isBusy}
          onPress={() => {
            if (eventId !== null) void make.run({ eventId, what, format });
          }}
        >
          {make.isBusy ? say.making : say.make}
        </Button>
      </div>
      {make.value === null ? null : (
        <Notice tone="done" title={say.done(make.value.rows, make.value.bytes)}>
          <span className={styles["path"]}>{make.value.path}</span>
        </Notice>
      )}
      <Trouble failure={make.error} />
    </Part>
  );
}
