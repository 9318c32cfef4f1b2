import { useState } from "react";
import { diagnosticsText } from "#shared/contract/in-screens.ts";
import type { Failure } from "#shared/result.ts";
import { useClient } from "#renderer/client/client-context.tsx";
import { copyText } from "#renderer/client/browser/copy-text.ts";
import { words } from "#renderer/i18n/words.ts";
import { TextByHand } from "#renderer/ui/controls/text-by-hand.tsx";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { FieldNote } from "#renderer/ui/fields/field-note.tsx";
import { SettingsError } from "./settings-section.tsx";
import styles from "./settings-screen.module.css";

type Outcome =
  | { readonly kind: "copied" }
  | { readonly kind: "by-hand"; readonly text: string }
  | { readonly kind: "failed"; readonly failure: Failure };

/** Copies the diagnostics to the clipboard. If the browser refuses, shows the text to be copied by hand. */
export function CopyDiagnostics() {
  const client = useClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isBusy, setBusy] = useState(false);
  const say = words.settings.about.diagnostics;

  async function copy(): Promise<void> {
    setBusy(true);
    const reply = await client.call("diagnostics.get", {});
    setOutcome(
      reply.ok
        ? await toClipboard(diagnosticsText(reply.value))
        : { kind: "failed", failure: reply.error },
    );
    setBusy(false);
  }

  return (
    <>
      <div className={styles["found"]} aria-live="polite">
        {outcome?.kind === "copied" ? (
          <FieldNote size="m" note={{ tone: "done", text: say.copied }} />
        ) : null}
        {outcome?.kind === "by-hand" ? (
          <>
            <FieldNote size="m" note={{ tone: "look", text: say.refused }} />
            <TextByHand label={say.text} text={outcome.text} />
          </>
        ) : null}
      </div>
      <div className={styles["buttons"]}>
        <Button icon="copy" kind="quiet" isBusy={isBusy} onPress={() => void copy()}>
          {isBusy ? say.copying : say.copy}
        </Button>
      </div>
      <SettingsError failure={outcome?.kind === "failed" ? outcome.failure : null} />
    </>
  );
}

const toClipboard = async (text: string): Promise<Outcome> =>
  (await copyText(text)) ? { kind: "copied" } : { kind: "by-hand", text };
