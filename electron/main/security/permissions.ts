import { isOwnPage } from "#main/windows/app-protocol.ts";

/** A page asks for one of the browser's powers, or whether it would get it. */
export interface PermissionAsk {
  readonly permission: string;
  /** Address or origin of who asks. */
  readonly asker: string;
  readonly isMainFrame: boolean;
  /** For `media`: what of it. */
  readonly media: readonly string[];
}

const allowed: ReadonlySet<string> = new Set(["clipboard-sanitized-write", "fullscreen"]);

/**
 * What our own page may use (S2): the camera's picture for scanning, never the microphone; the
 * clipboard to write, and full screen. Everything else, and everybody else, is refused.
 */
export function mayUse({ permission, asker, isMainFrame, media }: PermissionAsk): boolean {
  if (!isMainFrame || !isOwnPage(asker)) return false;
  if (permission !== "media") return allowed.has(permission);
  return media.length > 0 && media.every((kind) => kind === "video");
}
