import { useState } from "react";
import { copyText } from "#renderer/client/browser/copy-text.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import styles from "./shell.module.css";

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
      {outcome === "by-hand" ? (
        <textarea
          className={styles["report"]}
          aria-label={say.report}
          readOnly
          rows={8}
          value={text}
        />
      ) : null}
    </>
  );
}
