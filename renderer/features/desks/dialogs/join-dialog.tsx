import { useRef, useState } from "react";
import { isSameFingerprint, readLinkFragment } from "#shared/domain/desks/hub-link.ts";
import type { Command } from "#renderer/client/queries/use-command.ts";
import { useCommand } from "#renderer/client/queries/use-command.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Dialog } from "#renderer/ui/controls/dialogs/dialog.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { Fingerprint } from "../fingerprint.tsx";
import { JoinCodeStep } from "./join-code-step.tsx";
import type { FoundHub } from "./join-steps.tsx";
import { JoinSteps } from "./join-steps.tsx";
import styles from "../desks-screen.module.css";

const say = words.desks.join;

type Step =
  | { readonly kind: "address"; readonly isOther: boolean }
  | { readonly kind: "compare"; readonly hub: FoundHub }
  | { readonly kind: "code"; readonly hub: FoundHub };

export interface JoinDialogProps {
  /** The hub in force, if this computer knows it (M10). */
  readonly hubName?: string;
  readonly onClose: () => void;
}

/** Joins a hub in three steps: its address, the comparison of its fingerprint, code and name (M3). */
export function JoinDialog({ hubName, onClose }: JoinDialogProps) {
  const [step, setStep] = useState<Step>({ kind: "address", isOther: false });
  const [typed, setTyped] = useState("");
  const look = useCommand("desk.look");
  const typedNow = useRef("");

  async function find(): Promise<void> {
    const reply = await look.run({ address: typed.trim() });
    // Another address was typed meanwhile: this answer is about the former one.
    if (typedNow.current !== typed) return look.clear();
    if (reply?.ok !== true) return;
    const { fingerprint, code } = readLinkFragment(typed);
    const hub = { ...reply.value, code: code ?? "", isFromLink: fingerprint !== null };
    if (fingerprint === null) setStep({ kind: "compare", hub });
    else if (isSameFingerprint(fingerprint, hub.fingerprint)) setStep({ kind: "code", hub });
    else setStep({ kind: "address", isOther: true });
  }

  switch (step.kind) {
    case "address":
      return (
        <AddressStep
          typed={typed}
          look={look}
          isOther={step.isOther}
          hubName={hubName}
          onType={(text) => {
            typedNow.current = text;
            setTyped(text);
            if (!look.isBusy) look.clear();
            setStep({ kind: "address", isOther: false });
          }}
          onLook={() => void find()}
          onClose={onClose}
        />
      );
    case "compare":
      return (
        <CompareStep
          hub={step.hub}
          onSame={() => setStep({ kind: "code", hub: step.hub })}
          onOther={() => setStep({ kind: "address", isOther: true })}
          onClose={onClose}
        />
      );
    case "code":
      return <JoinCodeStep hub={step.hub} onClose={onClose} />;
  }
}

interface AddressStepProps {
  readonly typed: string;
  readonly look: Command<"desk.look">;
  /** What answered has another fingerprint than the hub. */
  readonly isOther: boolean;
  readonly hubName: string | undefined;
  readonly onType: (text: string) => void;
  readonly onLook: () => void;
  readonly onClose: () => void;
}

function AddressStep({ typed, look, isOther, hubName, onType, onLook, onClose }: AddressStepProps) {
  const message = look.error === null ? null : failureMessage(look.error, words.desks.failures);
  return (
    <Dialog
      title={say.title}
      onClose={onClose}
      actions={
        <>
          <BigButton
            notYet={typed.trim() === "" ? say.fillAddress : undefined}
            busy={look.isBusy ? say.looking : undefined}
            onPress={onLook}
          >
            {say.look}
          </BigButton>
          <Button onPress={onClose}>{words.ui.cancel}</Button>
        </>
      }
    >
      <JoinSteps at="address" />
      <p>{say.addressLead(hubName)}</p>
      {isOther ? (
        <Notice tone="stop" title={say.differed.title}>
          {say.differed.text}
        </Notice>
      ) : null}
      <TextField
        label={say.address}
        placeholder={say.addressExample}
        kind="url"
        value={typed}
        maxLength={300}
        error={message === null ? undefined : `${message.title}. ${message.text}`}
        autoFocus
        isRequired
        onChange={onType}
      />
    </Dialog>
  );
}

interface CompareStepProps {
  readonly hub: FoundHub;
  readonly onSame: () => void;
  readonly onOther: () => void;
  readonly onClose: () => void;
}

/** Nothing here is yellow: Enter must not say that two fingerprints are the same. */
function CompareStep({ hub, onSame, onOther, onClose }: CompareStepProps) {
  return (
    <Dialog
      isAlert
      title={say.title}
      onClose={onClose}
      actions={
        <>
          <Button size="l" icon="stop" onPress={onOther}>
            {say.differ}
          </Button>
          <Button size="l" icon="chosen" onPress={onSame}>
            {say.same}
          </Button>
        </>
      }
    >
      <JoinSteps at="compare" />
      <p>{say.compareLead}</p>
      <Fingerprint value={hub.fingerprint} isLarge />
      <p className={styles["lead"]}>{say.compareWhy}</p>
    </Dialog>
  );
}
