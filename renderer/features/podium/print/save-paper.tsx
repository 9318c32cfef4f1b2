import { useCommand } from "#renderer/client/queries/use-command.ts";
import type { CommandInput } from "#renderer/client/queries/use-command.ts";
import { useQuery } from "#renderer/client/queries/use-query.ts";
import { failureMessage } from "#renderer/i18n/failure-messages.ts";
import { words } from "#renderer/i18n/words.ts";
import { Button } from "#renderer/ui/controls/buttons/button.tsx";
import { Notice } from "#renderer/ui/controls/page/card.tsx";
import { showToast } from "#renderer/ui/controls/dialogs/toast-store.ts";

/** Saves the paper of this window as a PDF file. */
export function useSavePaper() {
  const { value } = useQuery("paper.get", {}, { topics: [] });
  const save = useCommand("paper.save");
  return {
    /** Only the desktop app saves PDF files; in a browser, the print dialog does. */
    canSave: value?.canSave === true,
    /** Resolves with whether the file was saved; a toast shows its path. */
    async save(order: CommandInput<"paper.save">): Promise<boolean> {
      const reply = await save.run(order);
      if (reply?.ok !== true) return false;
      showToast("done", words.podiumPrint.savedIn(reply.value.path));
      return true;
    },
    isBusy: save.isBusy,
    failure: save.error,
  };
}

type SavePaper = ReturnType<typeof useSavePaper>;

export interface SavePaperButtonProps {
  readonly paper: SavePaper;
  readonly notYet?: string | undefined;
  readonly onPress: () => void;
}

export function SavePaperButton({ paper, notYet, onPress }: SavePaperButtonProps) {
  const say = words.podiumPrint;
  if (!paper.canSave) return null;
  return (
    <Button icon="download" notYet={notYet} isBusy={paper.isBusy} onPress={onPress}>
      {paper.isBusy ? say.savingPdf : say.savePdf}
    </Button>
  );
}

/** Why the file was not saved. A cancelled file dialog is no problem. */
export function SavePaperProblem({ paper: { failure } }: { readonly paper: SavePaper }) {
  if (failure === null || failure.code === "cancelled") return null;
  const { failures } = words.podiumPrint;
  const isGone = failure.code === "not-saved" && failure.details?.["why"] === "file-gone";
  const saying = isGone ? failures["folder-gone"] : failureMessage(failure, failures);
  return (
    <Notice tone="stop" title={saying.title}>
      {saying.text}
    </Notice>
  );
}
