import type {
  Dialog,
  MessageBoxOptions,
  MessageBoxReturnValue,
  OpenDialogReturnValue,
  SaveDialogReturnValue,
} from "electron";
import type { DialogAsk } from "../asks.ts";
import type { Answering } from "./browser-side.ts";
import { browserSide } from "./browser-side.ts";
import { waitBeforeEnd } from "./lifecycle.ts";
import { standIn } from "./stand-in.ts";

const open = new Map<number, (answer: unknown) => void>();
let shown = 0;

/** Stays open until the test answers it, as a real one until a person does. */
function show<Reply>(kind: DialogAsk["kind"], options: object): Promise<Reply> {
  shown += 1;
  const dialogId = shown;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  open.set(dialogId, resolve);
  const plain = JSON.parse(JSON.stringify(options)) as DialogAsk["options"];
  waitBeforeEnd(
    browserSide.ask("dialog.ask", { dialogId, kind, options: plain }).catch(() => undefined),
  );
  return promise as Promise<Reply>;
}

/** The options are the last argument; a window may precede them. */
const optionsOf = (given: readonly unknown[]): object => given.at(-1) as object;

const answersAhead: number[] = [];

/** Main is blocked during such a dialog, so its answer is set before. Without an answer the dialog is dismissed. */
export const answerNext = (answer: number): undefined => void answersAhead.push(answer);

export const dialog: Dialog = standIn<Dialog>("dialog", {
  showErrorBox(title, content) {
    process.stderr.write(`${title}: ${content}\n`);
    void show("error", { title, content });
  },
  showMessageBox: (...given: readonly unknown[]) =>
    show<MessageBoxReturnValue>("message", optionsOf(given)),
  showMessageBoxSync(...given: readonly unknown[]) {
    const options = optionsOf(given) as MessageBoxOptions;
    void show("message", options);
    return answersAhead.shift() ?? options.cancelId ?? 0;
  },
  showOpenDialog: (...given: readonly unknown[]) =>
    show<OpenDialogReturnValue>("open", optionsOf(given)),
  showSaveDialog: (...given: readonly unknown[]) =>
    show<SaveDialogReturnValue>("save", optionsOf(given)),
});

export const answerDialog: NonNullable<Answering["dialog.answer"]> = ({ dialogId, answer }) => {
  open.get(dialogId)?.(answer);
  open.delete(dialogId);
  return undefined;
};
