import { useState } from "react";
import type { Connection } from "#shared/contract/connection.ts";
import type { Failure } from "#shared/result.ts";
import { connectionFault } from "#renderer/client/transport/connection-fault.ts";
import { addressToSend } from "#renderer/client/transport/typed-address.ts";
import type { FailureMessages } from "#renderer/i18n/failure-messages.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { TextField } from "./text-field.tsx";

/** The typed address of the partner API and its key. A form may do something more at each change of them. */
export function useTypedConnection(firstUrl = "", onChange?: () => void) {
  const [baseUrl, setBaseUrl] = useState(firstUrl);
  const [apiKey, setApiKey] = useState("");
  const change = (set: (value: string) => void) => (value: string) => {
    onChange?.();
    set(value);
  };
  const { fillAddress, fillKey } = words.firstStart;
  return {
    baseUrl,
    apiKey,
    onBaseUrl: change(setBaseUrl),
    onApiKey: change(setApiKey),
    /** As they are sent. */
    sent: { baseUrl: addressToSend(baseUrl), apiKey: apiKey.trim() },
    /** Which field is still empty, in words; undefined if none is. */
    notYet: baseUrl.trim() === "" ? fillAddress : apiKey.trim() === "" ? fillKey : undefined,
  };
}

export interface ConnectionFieldsProps {
  readonly typed: ReturnType<typeof useTypedConnection>;
  readonly keyStore: Connection["keyStore"];
  /** Shown at the field that it concerns; another failure is for the caller to show. */
  readonly failure: Failure | null;
  readonly failures: FailureMessages;
  readonly keyLabel?: string;
  readonly focus?: "address" | "key";
}

/** The fields for the address of the partner API and its key. */
export function ConnectionFields(props: ConnectionFieldsProps) {
  const { typed, failure, keyLabel = words.firstStart.key, focus = "address" } = props;
  const at = connectionFault(failure);
  const message = failure === null ? null : failureMessage(failure, props.failures);
  const error = message === null ? undefined : `${message.title}. ${message.text}`;
  return (
    <>
      <TextField
        label={words.firstStart.address}
        hint={words.firstStart.addressHint}
        placeholder={words.firstStart.addressExample}
        kind="url"
        value={typed.baseUrl}
        maxLength={2_000}
        error={at === "address" ? error : undefined}
        autoFocus={focus === "address"}
        isRequired
        onChange={typed.onBaseUrl}
      />
      <TextField
        label={keyLabel}
        hint={words.firstStart.keyHint[props.keyStore]}
        kind="password"
        value={typed.apiKey}
        maxLength={4_096}
        error={at === "key" ? error : undefined}
        autoFocus={focus === "key"}
        isRequired
        onChange={typed.onApiKey}
      />
    </>
  );
}
