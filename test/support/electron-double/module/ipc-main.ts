import type { IpcMain, IpcMainInvokeEvent } from "electron";
import type { Answering } from "./browser-side.ts";
import { createCodec } from "../codec.ts";
import { asked, standIn } from "./stand-in.ts";
import { frameAt, needContents } from "./web-contents.ts";

type Handler = Parameters<IpcMain["handle"]>[1];

const handlers = new Map<string, Handler>();
const codec = createCodec();

export const ipcMain: IpcMain = standIn<IpcMain>("ipcMain", {
  handle(channel, handler) {
    if (handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    handlers.set(channel, asked("ipcMain.handle", handler));
  },
});

/** Handles `invoke` of a page: values are cloned in both directions, and errors become Electron's errors. */
export const answerInvoke: NonNullable<Answering["page.invoke"]> = async (given) => {
  const { pageId, frame, channel, payload } = given;
  try {
    const handler = handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    const { electron: sender } = needContents(pageId);
    const senderFrame = frame.isMainFrame ? sender.mainFrame : frameAt(() => frame.url);
    const event = standIn<IpcMainInvokeEvent>("IpcMainInvokeEvent", { sender, senderFrame });
    const values = codec.decode(payload) as unknown[];
    const reply: unknown = await handler(event, ...values);
    return { ok: true, payload: codec.encode(structuredClone(reply)) };
  } catch (error) {
    const isUncloned = error instanceof DOMException && error.name === "DataCloneError";
    const said = isUncloned ? "Error: An object could not be cloned." : String(error);
    return { ok: false, payload: `Error invoking remote method '${channel}': ${said}` };
  }
};
