import type { HeldStorage } from "#renderer/client/navigation/stored-text.ts";
import { keptKeys } from "#renderer/client/navigation/stored-text.ts";
import { readLinkFragment } from "#shared/domain/desks/hub-link.ts";

const { ownerSession: sessionKey, device: deviceKey, otherDevice: otherKey } = keptKeys;
const launchPrefix = "#launch=";

/** What a paired browser keeps. The station stores the id, and of the token only its hash (S1). */
export interface PairedDevice {
  readonly deviceId: string;
  readonly token: string;
  /** The pairing is with the practice, which is erased when practice starts afresh (K3). */
  readonly isPractice?: boolean;
}

/** The parts of a browser that the access store uses. */
export interface AccessBrowser {
  readonly local: HeldStorage;
  readonly location: Pick<Location, "hash" | "pathname" | "search">;
  readonly history: Pick<History, "replaceState">;
  readonly addEventListener: (name: "hashchange" | "storage", listener: () => void) => void;
}

/**
 * A launch code or a pairing code comes in the fragment of the address and is removed from it at once, so that it is neither bookmarked nor
 * photographed. The data of a pairing is removed only by a new pairing, for which a person types a code: otherwise another program on
 * the station's port could make a tablet forget its pairing (S8).
 */
export function createAccessStore(browser: AccessBrowser) {
  const { local, location, history, addEventListener } = browser;
  let launchCode: string | null = null;
  let pairingCode: string | null = null;

  const readAddress = (): boolean => {
    const { code } = readLinkFragment(location.hash);
    const isLaunch = location.hash.startsWith(launchPrefix);
    if (!isLaunch && (code === null || location.hash.startsWith("#/"))) return false;
    if (isLaunch) launchCode = location.hash.slice(launchPrefix.length);
    else pairingCode = code;
    history.replaceState(null, "", location.pathname + location.search);
    return true;
  };
  readAddress();

  const write = (key: string, device: PairedDevice | null): void => {
    if (device === null) local.removeItem(key);
    else {
      local.setItem(key, JSON.stringify(device));
    }
  };
  const device = (): PairedDevice | null => readDevice(local.getItem(deviceKey));
  const otherDevice = (): PairedDevice | null => readDevice(local.getItem(otherKey));

  return {
    /** Returns the code of the opened link once, then null. */
    takeLaunchCode(): string | null {
      const code = launchCode;
      launchCode = null;
      return code;
    },
    /** The pairing code of an opened link, as in a hub's QR code (M2); null without one. */
    pairingCode: (): string | null => pairingCode,
    /** The owner's session, shared by all tabs of the browser. It ends when the station stops (S7). */
    ownerSession: (): string | null => local.getItem(sessionKey) || null,
    /** Null: the session has ended. */
    keepOwnerSession: (session: string | null) => local.setItem(sessionKey, session ?? ""),
    /** Whether this browser had an owner's session that has ended. */
    wasOwner: (): boolean => local.getItem(sessionKey) === "",
    device,
    /** The pairing with the race while `device` is the one with the practice, or the reverse (K3); null if there is none. */
    otherDevice,
    /** Replaces the pairing. A pairing with the practice keeps the one with the race as the other device. */
    keepDevice(next: PairedDevice) {
      const ofRace = [device(), otherDevice()].find((known) => known?.isPractice !== true);
      write(otherKey, next.isPractice === true ? (ofRace ?? null) : null);
      write(deviceKey, next);
      local.removeItem(sessionKey);
    },
    /** Swaps `device` and `otherDevice`. `next` is the device that the caller knows as the other one. */
    swapDevices(next: PairedDevice) {
      // Another tab of this browser may have swapped them already.
      if (otherDevice()?.deviceId !== next.deviceId) return;
      write(otherKey, device());
      write(deviceKey, next);
    },
    /** Calls the listener when another link is opened in this tab, or another tab gets a session. */
    onChange(listener: () => void) {
      addEventListener("hashchange", () => {
        if (readAddress()) listener();
      });
      addEventListener("storage", listener);
    },
  };
}

/** What this browser stores about its access. */
export type AccessStore = ReturnType<typeof createAccessStore>;

function readDevice(text: string | null): PairedDevice | null {
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    if (typeof kept !== "object" || kept === null) return null;
    if (!("deviceId" in kept) || !("token" in kept)) return null;
    const { deviceId, token } = kept;
    if (typeof deviceId !== "string" || typeof token !== "string") return null;
    const isPractice = "isPractice" in kept && kept.isPractice === true;
    return { deviceId, token, ...(isPractice ? { isPractice } : {}) };
  } catch {
    return null;
  }
}
