import { useState } from "react";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { JoinDialog } from "./dialogs/join-dialog.tsx";

/** On a new computer: another laptop is the hub, and this one joins it without a key (M3). */
export function JoinOption() {
  const [isJoining, setJoining] = useState(false);
  return (
    <>
      <Button size="s" kind="quiet" icon="groups" onPress={() => setJoining(true)}>
        {words.desks.firstStart}
      </Button>
      {isJoining ? <JoinDialog onClose={() => setJoining(false)} /> : null}
    </>
  );
}
