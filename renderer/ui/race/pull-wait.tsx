import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useNow } from "#renderer/client/queries/use-now.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";

/** Shown during a request to the organizer: how long their system asked to wait, and a button that stops the wait (O6). */
export function PullWait({ isBusy }: { readonly isBusy: boolean }) {
  const status = useQuery("sync.status", isBusy ? {} : null, { topics: ["sync"] });
  const untilMs = isBusy ? (status.value?.pullWaitUntilMs ?? null) : null;
  return untilMs === null ? null : <Waiting untilMs={untilMs} />;
}

function Waiting({ untilMs }: { readonly untilMs: number }) {
  const nowMs = useNow();
  const stop = useCommand("pull.stop");
  const say = words.ui.pullWait;
  return (
    <Notice
      tone="look"
      icon="waiting"
      title={say.title}
      action={
        <Button kind="quiet" isBusy={stop.isBusy} onPress={() => void stop.run({})}>
          {say.stop}
        </Button>
      }
    >
      {say.goesOn(untilMs - nowMs)}
    </Notice>
  );
}
