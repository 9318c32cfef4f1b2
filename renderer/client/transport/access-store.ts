const sessionKey = "chute.owner-session";
const deviceKey = "chute.device";
const launchPrefix = "#launch=";

/** What the pairing left to this browser. The station knows the same. */
export interface PairedDevice {
  readonly deviceId: string;
  readonly token: string;
}

/** What this browser keeps about its access. */
export interface AccessStore {
  /** The code of the link that was opened, if nobody took it yet. */
  takeLaunchCode(): string | null;
  /** All tabs of the browser share it; it ends with the run of the station (S7). */
  ownerSession(): string | null;
  /** Null: it has ended. */
  keepOwnerSession(session: string | null): void;
  /** A session of the owner was here and has ended. */
  wasOwner(): boolean;
  device(): PairedDevice | null;
  keepDevice(device: PairedDevice): void;
  /** Another link was opened in this tab, or another tab got a session. */
  onChange(listener: () => void): void;
}

/** What of a browser the access needs. */
export interface AccessPlace {
  readonly local: Storage;
  readonly location: Pick<Location, "hash" | "pathname" | "search">;
  readonly history: Pick<History, "replaceState">;
  readonly addEventListener: (name: "hashchange" | "storage", listener: () => void) => void;
}

/**
 * A launch code comes in the address's fragment and is taken out at once, so that it is neither bookmarked nor
 * photographed. What a paired device keeps is never removed: whoever listens on the station's port could else make a
 * tablet forget its pairing (S8). The next pairing replaces it.
 */
export function createAccessStore(place: AccessPlace): AccessStore {
  const { local, location, history, addEventListener } = place;
  let launchCode: string | null = null;

  const readAddress = (): boolean => {
    if (!location.hash.startsWith(launchPrefix)) return false;
    launchCode = location.hash.slice(launchPrefix.length);
    history.replaceState(null, "", location.pathname + location.search);
    return true;
  };
  readAddress();

  return {
    takeLaunchCode() {
      const code = launchCode;
      launchCode = null;
      return code;
    },
    ownerSession: () => local.getItem(sessionKey) || null,
    keepOwnerSession: (session) => local.setItem(sessionKey, session ?? ""),
    wasOwner: () => local.getItem(sessionKey) === "",
    device: () => readDevice(local.getItem(deviceKey)),
    keepDevice({ deviceId, token }) {
      local.setItem(deviceKey, JSON.stringify({ deviceId, token }));
      local.removeItem(sessionKey);
    },
    onChange(listener) {
      addEventListener("hashchange", () => {
        if (readAddress()) listener();
      });
      addEventListener("storage", listener);
    },
  };
}

function readDevice(text: string | null): PairedDevice | null {
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    if (typeof kept !== "object" || kept === null) return null;
    if (!("deviceId" in kept) || !("token" in kept)) return null;
    const { deviceId, token } = kept;
    return typeof deviceId === "string" && typeof token === "string" ? { deviceId, token } : null;
  } catch {
    return null;
  }
}
