import { useState } from "react";
import { copyText } from "#renderer/client/browser/copy-text.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { TextByHand } from "#renderer/ui/controls/text-by-hand.tsx";

/** Copies the report of an error. If the browser refuses, shows the text to be copied by hand. */
export function CopyReport({ text }: { readonly text: string }) {
  const [outcome, setOutcome] = useState<"copied" | "by-hand" | null>(null);
  const say = words.shell.screenFailed;
  return (
    <>
      <Button
        kind="quiet"
        size="l"
        icon="copy"
        onPress={() => void copyText(text).then((done) => setOutcome(done ? "copied" : "by-hand"))}
      >
        {outcome === "copied" ? say.copied : say.copy}
      </Button>
      {outcome === "by-hand" ? <TextByHand label={say.report} text={text} /> : null}
    </>
  );
}
