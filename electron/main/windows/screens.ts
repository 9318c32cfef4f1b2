import { protocol } from "electron";
import { createStaticRenderer } from "#station/http/static-renderer.ts";
import { appScheme, createAppHandler } from "./app-protocol.ts";

/** Registers `app:` as a standard, secure scheme; possible only before `ready`. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** Answers `app://chute/…` from the folder of the built screens. */
export async function serveScreens(folder: string): Promise<void> {
  protocol.handle(appScheme, createAppHandler(await createStaticRenderer(folder)));
}
