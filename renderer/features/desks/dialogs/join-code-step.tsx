import { useRef, useState } from "react";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useDesk } from "#renderer/client/queries/use-query.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { FailureNotice, tellFailure } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import { useFirstError } from "#renderer/ui/fields/use-first-error.ts";
import type { FoundHub } from "./join-steps.tsx";
import { JoinSteps } from "./join-steps.tsx";
import styles from "../desks-screen.module.css";

const say = words.desks.join;
const { failures } = words.desks;

/** The field that a refusal of the hub concerns; the others are shown below the fields. */
const fieldOf: Readonly<Record<string, "code" | "name">> = {
  "wrong-code": "code",
  "too-many-attempts": "code",
  "name-taken": "name",
  "invalid-name": "name",
};

export interface JoinCodeStepProps {
  readonly hub: FoundHub;
  readonly onClose: () => void;
}

/**
 * Whether a person closed the dialog. On a new computer the frame takes the place of the dialog before the reply, so that
 * "not mounted" does not say it.
 */
function useClosing(onClose: () => void) {
  const isClosed = useRef(false);
  const close = (): void => {
    isClosed.current = true;
    onClose();
  };
  return { isClosed, close };
}

/** The last step: the hub's code and the name of this desk. */
export function JoinCodeStep({ hub, onClose }: JoinCodeStepProps) {
  const join = useCommand("desk.join");
  const desk = useDesk();
  const { formRef, goToFirstError } = useFirstError<HTMLFormElement>();
  const [code, setCode] = useState(hub.code);
  const [typedName, setName] = useState<string | null>(null);
  const name = typedName ?? desk.value?.settings.desk ?? "";
  const at = join.error === null ? undefined : fieldOf[join.error.code];
  const message = join.error === null ? null : failureMessage(join.error, failures);
  const said = message === null ? undefined : `${message.title}. ${message.text}`;
  const { isClosed, close } = useClosing(onClose);
  const notYet = code.trim() === "" ? say.fillCode : name.trim() === "" ? say.fillName : undefined;

  async function go(): Promise<void> {
    const { address, fingerprint } = hub;
    const reply = await join.run({ address, fingerprint, code: code.trim(), name: name.trim() });
    if (reply === null) return;
    if (!reply.ok) {
      return isClosed.current ? tellFailure(say.title, reply.error, failures) : goToFirstError();
    }
    showToast("done", say.joined(reply.value.hub?.name ?? ""));
    if (isClosed.current) return;
    onClose();
    navigate("desks");
  }

  return (
    <Dialog
      title={say.title}
      onClose={close}
      actions={
        <>
          <BigButton
            notYet={notYet}
            busy={join.isBusy ? say.joining : undefined}
            onPress={() => void go()}
          >
            {say.join}
          </BigButton>
          <Button onPress={close}>{words.ui.cancel}</Button>
        </>
      }
    >
      <JoinSteps at="code" />
      {hub.isFromLink ? <FieldNote size="m" note={{ tone: "done", text: say.fromLink }} /> : null}
      <form
        ref={formRef}
        className="contents"
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        <TextField
          label={say.code}
          kind="bib"
          value={code}
          maxLength={40}
          error={at === "code" ? said : undefined}
          autoFocus={hub.code === ""}
          isRequired
          onChange={setCode}
        />
        <TextField
          label={say.name}
          hint={say.nameHint}
          value={name}
          maxLength={60}
          error={at === "name" ? said : undefined}
          autoFocus={hub.code !== ""}
          isRequired
          onChange={setName}
        />
      </form>
      <p className={styles["lead"]}>{say.keyNote}</p>
      <FailureNotice failure={at === undefined ? join.error : null} own={failures} />
    </Dialog>
  );
}
