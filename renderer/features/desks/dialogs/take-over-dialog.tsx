import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useIsMounted } from "#renderer/client/queries/use-is-mounted.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { connectionFault } from "#renderer/client/transport/connection-fault.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { FailureNotice, tellFailure } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { ConnectionFields, useTypedConnection } from "#renderer/ui/fields/connection-fields.tsx";
import { useFirstError } from "#renderer/ui/fields/use-first-error.ts";
import styles from "../desks-screen.module.css";

const say = words.desks.takeOver;
const failures = { ...words.firstStart.failures, ...words.desks.failures };

export interface TakeOverDialogProps {
  /** The hub answers, so that it may not be lost. */
  readonly isHubUp: boolean;
  readonly onClose: () => void;
}

/** Says what a take-over means, and asks for the API key, which never travelled, now or later (M10). */
export function TakeOverDialog({ isHubUp, onClose }: TakeOverDialogProps) {
  const takeOver = useCommand("hub.takeOver");
  const connection = useQuery("connection.get", {}, { topics: ["connection"] });
  const typed = useTypedConnection("", () => {
    if (!takeOver.isBusy) takeOver.clear();
  });
  const { formRef, goToFirstError } = useFirstError<HTMLFormElement>();
  const isMounted = useIsMounted();

  async function go(when: "with-key" | "key-later"): Promise<void> {
    const isNow = when === "with-key";
    const reply = await takeOver.run({ key: isNow ? typed.sent : null });
    if (reply === null) return;
    if (!reply.ok) {
      return isMounted.current ? goToFirstError() : tellFailure(say.title, reply.error, failures);
    }
    showToast(isNow ? "done" : "look", isNow ? say.done : say.doneWithoutKey);
    // The check of the key takes as long as the network does: another dialog may be open by now.
    if (isMounted.current) onClose();
  }

  return (
    <Dialog
      title={say.title}
      onClose={onClose}
      actions={
        <>
          <BigButton
            notYet={typed.notYet}
            busy={takeOver.isBusy ? say.busy : undefined}
            onPress={() => void go("with-key")}
          >
            {say.now}
          </BigButton>
          <Button isBusy={takeOver.isBusy} onPress={() => void go("key-later")}>
            {say.withoutKey}
          </Button>
          <Button onPress={onClose}>{words.ui.cancel}</Button>
        </>
      }
    >
      {isHubUp ? <FieldNote size="m" note={{ tone: "look", text: say.hubIsUp }} /> : null}
      <ul className={styles["points"]}>
        {say.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <form
        ref={formRef}
        className="contents"
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        <ConnectionFields
          typed={typed}
          keyStore={connection.value?.keyStore ?? "memory"}
          failure={takeOver.error}
          failures={failures}
        />
      </form>
      <FailureNotice
        failure={connectionFault(takeOver.error) === null ? takeOver.error : null}
        own={failures}
      />
    </Dialog>
  );
}
