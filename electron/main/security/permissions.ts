import { isOwnPage } from "#main/windows/app-protocol.ts";

/** A page's request for a permission, or its check whether it would get it. */
export interface PermissionAsk {
  readonly permission: string;
  /** Address or origin of the requesting frame. */
  readonly asker: string;
  readonly isMainFrame: boolean;
  /** For `media`: the requested kinds. */
  readonly media: readonly string[];
}

const allowed: ReadonlySet<string> = new Set(["clipboard-sanitized-write", "fullscreen"]);

/**
 * The permissions of our own page (S2): the camera's video for scanning, never the microphone; writing to the
 * clipboard, and full screen. Everything else and every other page is refused.
 */
export function mayUse({ permission, asker, isMainFrame, media }: PermissionAsk): boolean {
  if (!isMainFrame || !isOwnPage(asker)) return false;
  if (permission !== "media") return allowed.has(permission);
  return media.length > 0 && media.every((kind) => kind === "video");
}
