import { useState } from "react";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { connectionFault } from "#renderer/client/transport/connection-fault.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { useToast } from "#renderer/ui/controls/dialogs/toast-store.ts";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import { useFirstError } from "#renderer/ui/fields/use-first-error.ts";
import styles from "../desks-screen.module.css";

const say = words.desks.takeOver;
const failures = { ...words.firstStart.failures, ...words.desks.failures };

export interface TakeOverDialogProps {
  /** The hub answers, so that it may not be lost. */
  readonly isHubUp: boolean;
  readonly onClose: () => void;
}

/** Says what a take-over means, and asks for the API key, which never travelled (M10). */
export function TakeOverDialog({ isHubUp, onClose }: TakeOverDialogProps) {
  const takeOver = useCommand("hub.takeOver");
  const connection = useQuery("connection.get", {}, { topics: ["connection"] });
  const showToast = useToast((state) => state.show);
  const [baseUrl, setBaseUrl] = useState("");
  const [apiKey, setApiKey] = useState("");
  const { formRef, goToFirstError } = useFirstError<HTMLFormElement>();
  const at = connectionFault(takeOver.error);
  const message = takeOver.error === null ? null : failureMessage(takeOver.error, failures);
  const said = message === null ? undefined : `${message.title}. ${message.text}`;
  const notYet =
    baseUrl.trim() === ""
      ? words.firstStart.fillAddress
      : apiKey.trim() === ""
        ? words.firstStart.fillKey
        : undefined;

  async function go(): Promise<void> {
    const reply = await takeOver.run({ baseUrl: baseUrl.trim(), apiKey: apiKey.trim() });
    if (reply === null) return;
    if (!reply.ok) return goToFirstError();
    showToast({ tone: "done", text: say.done });
    onClose();
  }

  return (
    <Dialog
      isOpen
      title={say.title}
      onClose={onClose}
      actions={
        <>
          <BigButton
            notYet={notYet}
            busy={takeOver.isBusy ? say.busy : undefined}
            onPress={() => void go()}
          >
            {say.now}
          </BigButton>
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
        className={styles["form"]}
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        <TextField
          label={words.firstStart.address}
          hint={words.firstStart.addressHint}
          placeholder={words.firstStart.addressExample}
          kind="url"
          value={baseUrl}
          maxLength={2_000}
          error={at === "address" ? said : undefined}
          autoFocus
          isRequired
          onChange={setBaseUrl}
        />
        <TextField
          label={words.firstStart.key}
          hint={words.firstStart.keyHint[connection.value?.keyStore ?? "memory"]}
          kind="password"
          value={apiKey}
          maxLength={4_096}
          error={at === "key" ? said : undefined}
          isRequired
          onChange={setApiKey}
        />
      </form>
      <FailureNotice failure={at === null ? takeOver.error : null} own={failures} />
    </Dialog>
  );
}
