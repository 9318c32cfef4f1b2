import { useEffect } from "react";
import { hasKeyboard } from "#renderer/client/input/keyboard.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import type { LineActions } from "../line-actions.ts";
import type { LineEntry } from "../use-line-entry.ts";
import { EntryForm, SendButton } from "./entry-form.tsx";

const longestBib = 100;

export interface BibEntryProps {
  readonly entry: LineEntry;
  readonly actions: LineActions;
}

/** The field for the next bib, or for the correction of the selected bib. */
export function BibEntry({ entry: { text, changed, inputRef }, actions }: BibEntryProps) {
  const { finishLog } = words;
  useEffect(() => {
    if (hasKeyboard()) inputRef.current?.focus();
  }, [inputRef]);
  const isReady = text.trim() !== "";
  return (
    <EntryForm
      id="finish-bib"
      label={changed === null ? finishLog.bibLabel : finishLog.bibOf(changed.index)}
      // A scan never replaces the bib that is being changed, because no finisher may be missing.
      hint={changed === null ? finishLog.bibHint : finishLog.bibHintChange}
      inputRef={inputRef}
      isReady={isReady}
      value={text}
      placeholder={finishLog.bibEmpty}
      maxLength={longestBib}
      autoCapitalize="characters"
      dir="auto"
      onType={actions.type}
      onEnter={actions.enter}
      button={
        isReady ? (
          <SendButton label={finishLog.add} />
        ) : (
          <Button kind="quiet" keycap={finishLog.unreadableKey} onPress={actions.unreadable}>
            {finishLog.unreadable}
          </Button>
        )
      }
    />
  );
}
