import type { Connection } from "#shared/contract/connection.ts";
import type { Failure } from "#shared/result.ts";
import { connectionFault } from "#renderer/client/transport/connection-fault.ts";
import type { FailureMessages } from "#renderer/i18n/failure-messages.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { TextField } from "./text-field.tsx";

export interface ConnectionFieldsProps {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly onBaseUrl: (value: string) => void;
  readonly onApiKey: (value: string) => void;
  readonly keyStore: Connection["keyStore"];
  /** Shown at the field that it concerns; another failure is for the caller to show. */
  readonly failure: Failure | null;
  readonly failures: FailureMessages;
  readonly keyLabel?: string;
  readonly focus?: "address" | "key";
}

/** The fields for the address of the partner API and its key. */
export function ConnectionFields(props: ConnectionFieldsProps) {
  const { failure, keyLabel = words.firstStart.key, focus = "address" } = props;
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
        value={props.baseUrl}
        maxLength={2_000}
        error={at === "address" ? error : undefined}
        autoFocus={focus === "address"}
        isRequired
        onChange={props.onBaseUrl}
      />
      <TextField
        label={keyLabel}
        hint={words.firstStart.keyHint[props.keyStore]}
        kind="password"
        value={props.apiKey}
        maxLength={4_096}
        error={at === "key" ? error : undefined}
        autoFocus={focus === "key"}
        isRequired
        onChange={props.onApiKey}
      />
    </>
  );
}

/** Which field is still empty, in words; undefined if none is. */
export const emptyConnectionField = (baseUrl: string, apiKey: string): string | undefined =>
  baseUrl.trim() === ""
    ? words.firstStart.fillAddress
    : apiKey.trim() === ""
      ? words.firstStart.fillKey
      : undefined;
