import { useEffect, useState } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import { useKey } from "#renderer/client/input/use-key.ts";
import type { PairOutcome } from "#renderer/client/transport/transport.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { BigButton } from "#renderer/ui/controls/buttons/big-button.tsx";
import { Card, Notice } from "#renderer/ui/controls/page/card.tsx";
import { Mark } from "#renderer/ui/race/mark.tsx";
import { TextField } from "#renderer/ui/fields/text-field.tsx";
import styles from "./pairing-screen.module.css";

const loopbackNames: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Shown at the name: the code is still good. */
const nameErrors: Readonly<Partial<Record<PairOutcome, string>>> = {
  "name-taken": words.pairing.nameTaken,
  "invalid-name": words.pairing.invalidName,
};
/** Shown at the code. */
const codeErrors: Readonly<Partial<Record<PairOutcome, string>>> = {
  "wrong-code": words.pairing.wrongCode,
  "too-many": words.pairing.tooMany,
  "not-saved": words.pairing.notSaved,
  refused: words.pairing.refused,
  "transport-down": words.pairing.transportDown,
};

/** Pixels; the short side of a phone's screen is shorter than this. */
const phoneSide = 600;
const defaultName = (): string =>
  Math.min(screen.width, screen.height) < phoneSide
    ? words.pairing.phoneName
    : words.pairing.tabletName;

/** Shown on a device without access; asks for the code that the computer shows (S1). */
export function DevicePairingScreen() {
  const { transport } = useClient();
  const reason = transport.lockReason();
  // The owner's session is good on this computer only (S7), and the link that opens one needs no code.
  const isThisComputer = loopbackNames.has(location.hostname) && reason === "not-paired";
  const [code, setCode] = useState(() => transport.pairingCode() ?? "");
  const [isFromLink] = useState(code !== "");
  const [name, setName] = useState(defaultName);
  const [outcome, setOutcome] = useState<PairOutcome | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function pair(): Promise<void> {
    if (transport.pair === null || isBusy || code.trim() === "") return;
    setBusy(true);
    setOutcome(await transport.pair(code.trim(), name.trim() || defaultName()));
    setBusy(false);
  }

  useEffect(() => {
    // The camera of a phone may open another link of the hub in this tab.
    const readLink = (): void => setCode((typed) => transport.pairingCode() ?? typed);
    addEventListener("hashchange", readLink);
    return () => removeEventListener("hashchange", readLink);
  }, [transport]);
  useKey("Enter", () => void pair());

  return (
    <main className={styles["page"]}>
      <Card className={styles["card"]}>
        {reason === "not-paired" ? (
          <Mark width={64} />
        ) : (
          <Notice tone="look" title={words.pairing[reason].title}>
            {reason === "access-taken"
              ? words.pairing[reason].text(transport.lockedBy())
              : words.pairing[reason].text}
          </Notice>
        )}
        <h1>{words.pairing.title}</h1>
        {reason === "not-paired" ? (
          <p>{isThisComputer ? words.pairing.here : words.pairing.lead}</p>
        ) : null}
        <p className={styles["how"]}>{words.pairing.how}</p>
        <TextField
          label={words.pairing.code}
          kind="bib"
          value={code}
          maxLength={40}
          autoFocus={!isFromLink}
          note={isFromLink ? { tone: "done", text: words.pairing.fromLink } : undefined}
          onChange={(value) => {
            setCode(value);
            setOutcome(null);
          }}
          error={outcome === null ? undefined : codeErrors[outcome]}
        />
        <TextField
          label={words.pairing.deviceName}
          hint={words.pairing.deviceNameHint}
          value={name}
          maxLength={60}
          autoFocus={isFromLink}
          onChange={(value) => {
            setName(value);
            if (outcome !== null && outcome in nameErrors) setOutcome(null);
          }}
          error={outcome === null ? undefined : nameErrors[outcome]}
        />
        <BigButton
          keycap={words.ui.enter}
          onPress={() => void pair()}
          notYet={code.trim() === "" ? words.pairing.typeCode : undefined}
          busy={isBusy ? words.pairing.pairing : undefined}
        >
          {words.pairing.pair}
        </BigButton>
        {reason === "in-practice" ? (
          <Button kind="quiet" onPress={() => transport.practise(false)}>
            {words.pairing.back}
          </Button>
        ) : null}
      </Card>
    </main>
  );
}
