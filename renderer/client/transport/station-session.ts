import type { AccessStore } from "./access-store.ts";
import { openDeviceSession, readText } from "./device-handshake.ts";
import type { LockReason, PairOutcome } from "./transport.ts";

export interface StationSessionOptions {
  /** Origin of the station. */
  readonly origin: string;
  readonly store: AccessStore;
  readonly fetch: typeof fetch;
}

const patienceMs = 10_000;

/** The session of this window's requests (S7). */
export function createStationSession(options: StationSessionOptions) {
  const { store } = options;
  const { post, ask, lastRefusal } = createRequests(options);
  let launchCode: string | null = null;
  let wasLinkRefused = false;
  let deviceSession: string | null = null;
  const lock = createDeviceLock(store);
  let search: Promise<string | null> | null = null;

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
    deviceSession ??= await findDeviceSession();
    return deviceSession;
  }

  async function findDeviceSession(): Promise<string | null> {
    const [device, other] = [store.device(), store.otherDevice()];
    if (device === null) return null;
    const session = await openDeviceSession(device, options.origin, ask);
    lock.refusal = session === null ? lastRefusal() : null;
    if (session !== null || other === null || !lock.mayBeOther()) return session;
    const ofOther = await openDeviceSession(other, options.origin, ask);
    if (ofOther === null) {
      if (lastRefusal()?.why === "access-taken") lock.refusal = lastRefusal();
      return null;
    }
    store.swapDevices(other);
    lock.refusal = null;
    return ofOther;
  }

  return {
    /** Null if this window has no access. Rejects if the station does not answer. */
    get(): Promise<string | null> {
      search ??= find().finally(() => {
        search = null;
      });
      return search;
    },
    /** The station refused this session; the next `get` looks for another one. */
    refused(session: string) {
      if (store.ownerSession() === session) store.keepOwnerSession(null);
      if (deviceSession === session) deviceSession = null;
    },
    async pair(code: string, deviceName: string): Promise<PairOutcome> {
      try {
        const answer = await post("/pair", { code, name: deviceName });
        const reply: unknown = await answer.json();
        const given = readValue(reply);
        const [deviceId, token] = [readText(given, "deviceId"), readText(given, "token")];
        if (deviceId === null || token === null) return pairFailure(reply);
        store.keepDevice({ deviceId, token, isPractice: lock.reason() === "in-practice" });
        deviceSession = readText(given, "session");
        wasLinkRefused = false;
        lock.practises = null;
        return "paired";
      } catch {
        return "transport-down";
      }
    },
    lockReason: (): LockReason => (wasLinkRefused ? "link-refused" : lock.reason()),
    /** The name of the hub whose owner took this device's access away; null if it is unknown. */
    lockedBy: (): string | null => lock.refusal?.hub ?? null,
    /** The station is in practice, and nobody wants to practise in this window. */
    waitsForPractice: (): boolean => !wasLinkRefused && lock.waitsForPractice(),
    practise(wants: boolean) {
      lock.practises = wants;
    },
    /** True for a paired device: it retries after a refusal, because another program may have answered (S8). */
    mayComeBack: (): boolean => store.device() !== null,
  };
}

/** The requests for access. A refusal is kept, because its reason is shown. */
function createRequests({ origin, fetch }: Pick<StationSessionOptions, "origin" | "fetch">) {
  let lastRefusal: DeviceRefusal | null = null;
  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(origin + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    });
  return {
    post,
    lastRefusal: () => lastRefusal,
    /** The value of a reply; null if it was refused. */
    async ask(path: string, body: unknown): Promise<unknown> {
      lastRefusal = null;
      const answer = await post(path, body);
      if (answer.ok) return readValue(await answer.json());
      // No folder is open there at this moment: nobody has refused this window.
      if (answer.status === 503) throw new Error("The station is not ready.");
      lastRefusal = readRefusal(await answer.json().catch(() => null));
      return null;
    },
  };
}

/** Why this window has no access, apart from a link that was refused. */
function createDeviceLock(store: AccessStore) {
  const lock = {
    refusal: null as DeviceRefusal | null,
    /** Whether a person wants to practise here. Null: the link decides with which this window was opened. */
    practises: null as boolean | null,
    reason(): LockReason {
      if (store.wasOwner()) return "session-ended";
      if (store.device() === null) return "not-paired";
      return lock.refusal === null ? "unknown-device" : lockReasons[lock.refusal.why];
    },
    /**
     * Whether the station may know the other device: practice ended, or a person wants to practise again. Nobody comes
     * into practice unasked, and a device whose access was taken away does not come back under its other name.
     */
    mayBeOther(): boolean {
      const why = lock.refusal?.why;
      return why === "unknown" || (why === "practice" && lock.practises === true);
    },
    waitsForPractice: (): boolean =>
      lock.reason() === "in-practice" && !(lock.practises ?? store.pairingCode() !== null),
  };
  return lock;
}

/** Why the station does not know this device. */
interface DeviceRefusal {
  readonly why: "practice" | "access-taken" | "unknown";
  readonly hub: string | null;
}

const lockReasons: Readonly<Record<DeviceRefusal["why"], LockReason>> = {
  practice: "in-practice",
  "access-taken": "access-taken",
  unknown: "unknown-device",
};

/** Reads a reply `{ok: false, error: {details}}`. Any program may have sent it (S8), so it only chooses the words. */
function readRefusal(reply: unknown): DeviceRefusal {
  const error = readField(reply, "error");
  const details = readField(error, "details");
  const why = readText(details, "why");
  return {
    why: why === "practice" || why === "access-taken" ? why : "unknown",
    hub: readText(details, "hub"),
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
  return pairFailures[readText(readField(reply, "error"), "code") ?? ""] ?? "refused";
}

/** The value of a reply `{ok: true, value}`; null for anything else. */
const readValue = (reply: unknown): unknown => readField(reply, "value");

/** A field of the station's answer; null if it is missing. */
const readField = (answer: unknown, name: string): unknown =>
  typeof answer === "object" && answer !== null ? (Reflect.get(answer, name) ?? null) : null;
