import type { AccessStore } from "./access-store.ts";
import { openDeviceSession, readText } from "./device-handshake.ts";
import type { LockReason, PairOutcome } from "./transport.ts";

/** The session of this window's requests (S7). */
export interface StationSession {
  /** Null if this window has no access. Rejects if the station does not answer. */
  get(): Promise<string | null>;
  /** The station refused this session; the next `get` looks for another one. */
  refused(session: string): void;
  pair(code: string, deviceName: string): Promise<PairOutcome>;
  lockReason(): LockReason;
  /** True for a paired device: it retries after a refusal, because another program may have answered (S8). */
  mayComeBack(): boolean;
}

export interface StationSessionOptions {
  /** Origin of the station. */
  readonly origin: string;
  readonly store: AccessStore;
  readonly fetch: typeof fetch;
}

const patienceMs = 10_000;

export function createStationSession(options: StationSessionOptions): StationSession {
  const { origin, store, fetch } = options;
  let launchCode: string | null = null;
  let wasLinkRefused = false;
  let deviceSession: string | null = null;
  let search: Promise<string | null> | null = null;

  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(origin + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    });

  const ask = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await post(path, body);
    return answer.ok ? readValue(await answer.json()) : null;
  };

  async function find(): Promise<string | null> {
    launchCode = store.takeLaunchCode() ?? launchCode;
    const known = store.ownerSession();
    if (launchCode !== null) {
      const body = known === null ? { launchCode } : { launchCode, session: known };
      const session = readText(await ask("/session", body), "session");
      launchCode = null;
      wasLinkRefused = session === null;
      if (session !== null) store.keepOwnerSession(session);
    }
    const owners = store.ownerSession();
    if (owners !== null) return owners;
    const device = store.device();
    if (deviceSession === null && device !== null) {
      deviceSession = await openDeviceSession(device, origin, ask);
    }
    return deviceSession;
  }

  return {
    get() {
      search ??= find().finally(() => {
        search = null;
      });
      return search;
    },
    refused(session) {
      if (store.ownerSession() === session) store.keepOwnerSession(null);
      if (deviceSession === session) deviceSession = null;
    },
    async pair(code, deviceName) {
      try {
        const answer = await post("/pair", { code, name: deviceName });
        const reply: unknown = await answer.json();
        const given = readValue(reply);
        const [deviceId, token] = [readText(given, "deviceId"), readText(given, "token")];
        if (deviceId === null || token === null) return pairFailure(reply);
        store.keepDevice({ deviceId, token });
        deviceSession = readText(given, "session");
        wasLinkRefused = false;
        return "paired";
      } catch {
        return "transport-down";
      }
    },
    lockReason() {
      if (wasLinkRefused) return "link-refused";
      return store.wasOwner() ? "session-ended" : "not-paired";
    },
    mayComeBack: () => store.device() !== null,
  };
}

const pairFailures: Readonly<Record<string, PairOutcome>> = {
  "wrong-code": "wrong-code",
  "too-many-attempts": "too-many",
  "name-taken": "name-taken",
  "invalid-name": "invalid-name",
  "not-saved": "not-saved",
  closing: "transport-down",
};

/** Why a reply `{ok: false, error: {code}}` refuses the pairing. */
function pairFailure(reply: unknown): PairOutcome {
  const error =
    typeof reply === "object" && reply !== null && "error" in reply ? reply.error : null;
  return pairFailures[readText(error, "code") ?? ""] ?? "refused";
}

/** The value of a reply `{ok: true, value}`; null for anything else. */
const readValue = (reply: unknown): unknown =>
  typeof reply === "object" && reply !== null && "value" in reply ? reply.value : null;
