import { useRef, useState } from "react";
import type { OutputOf } from "#shared/contract/index.ts";
import type { Failure } from "#shared/result.ts";
import { useClient } from "#renderer/client/client-context.tsx";
import { connectionFault } from "#renderer/client/transport/connection-fault.ts";
import { navigate } from "#renderer/client/navigation/route.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { useKey } from "#renderer/client/input/use-key.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { FailureNotice } from "#renderer/ui/controls/dialogs/error-notice.tsx";
import { ConnectionFields, useTypedConnection } from "#renderer/ui/fields/connection-fields.tsx";
import { useFirstError } from "#renderer/ui/fields/use-first-error.ts";
import styles from "./first-start-screen.module.css";

type Checked = OutputOf<"connection.check">;

/** A larger difference of the clocks is shown (J7). */
const notableDriftMs = 2_000;

/** The form with address and key. A check shows the organization; then the key is saved, and never shown again (K1). */
export function ConnectOption() {
  const connection = useQuery("connection.get", {}, { topics: ["connection"] });
  const { typed, checked, failure, busy, press, formRef } = useConnecting();

  const isOfField = connectionFault(failure) !== null;
  return (
    <form
      ref={formRef}
      className={styles["option"]}
      data-option="connect"
      noValidate
      onSubmit={(event) => event.preventDefault()}
    >
      <span className={styles["edge"]} />
      <h2>{words.firstStart.connectTitle}</h2>
      <ConnectionFields
        typed={typed}
        keyStore={connection.value?.keyStore ?? "system"}
        failure={failure}
        failures={words.firstStart.failures}
      />
      <div className={styles["outcome"]} aria-live="polite">
        {checked === null ? null : <Found checked={checked} />}
        <FailureNotice failure={isOfField ? null : failure} own={words.firstStart.failures} />
      </div>
      <div className={styles["act"]}>
        <BigButton
          keycap={words.ui.enter}
          onPress={press}
          notYet={typed.notYet}
          onNotYet={press}
          busy={busy}
        >
          {checked === null ? words.firstStart.check : words.firstStart.connect}
        </BigButton>
      </div>
    </form>
  );
}

/** The typed connection, its check, and the action of Enter. */
function useConnecting() {
  const client = useClient();
  const save = useCommand("connection.save");
  const [checked, setChecked] = useState<Checked | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isChecking, setChecking] = useState(false);
  const { formRef, goToFirstError } = useFirstError<HTMLFormElement>();

  /** Counts the changes of the two fields. */
  const changes = useRef(0);
  const typed = useTypedConnection("", () => {
    changes.current += 1;
    setChecking(false);
    setChecked(null);
    setFailure(null);
    save.clear();
  });

  function fail(error: Failure): void {
    setFailure(error);
    goToFirstError();
  }

  async function check(): Promise<void> {
    const asked = changes.current;
    setChecking(true);
    const reply = await client.call("connection.check", typed.sent);
    // Address or key were changed meanwhile: this answer is about the former ones, and a new check may be running.
    if (asked !== changes.current) return;
    setChecking(false);
    if (reply.ok) setChecked(reply.value);
    else fail(reply.error);
  }

  async function connect(): Promise<void> {
    const reply = await save.run(typed.sent);
    if (reply === null) return;
    if (reply.ok) navigate("events");
    else fail(reply.error);
  }

  const isBusy = isChecking || save.isBusy;
  const press = (): void => {
    if (isBusy) return;
    if (typed.notYet !== undefined) goToFirstError();
    else void (checked === null ? check() : connect());
  };
  useKey("Enter", press);

  const doing = checked === null ? words.firstStart.checking : words.firstStart.connecting;
  return { typed, checked, failure, busy: isBusy ? doing : undefined, press, formRef };
}

function Found({ checked: { organization, clockDriftMs } }: { readonly checked: Checked }) {
  const isOff = clockDriftMs !== null && Math.abs(clockDriftMs) > notableDriftMs;
  return (
    <Notice
      tone="done"
      title={<bdi dir="auto">{words.firstStart.found(organization.name, organization.plan)}</bdi>}
    >
      {words.firstStart.roles(organization.roles)} {words.firstStart.rightsNote}
      {isOff ? ` ${words.firstStart.clockOff(Math.round(Math.abs(clockDriftMs) / 1_000))}` : null}
    </Notice>
  );
}
