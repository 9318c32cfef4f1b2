import type { DeskPresence } from "#shared/contract/desks.ts";
import type { PeerPresence } from "#shared/contract/peer.ts";
import type { VersionVector } from "#shared/domain/desks/version-vector.ts";
import { countMissing } from "#shared/domain/desks/version-vector.ts";
import type { DeviceAccess } from "#core/device-pairing.ts";
import type { Clock } from "#core/ports.ts";
import type { DeskContext } from "#core/services/context.ts";
import { hasLostHub, hubsInForce } from "./desks-role.ts";

/** A full desk sends a heartbeat every 2 s. */
const goneAfterMs = 5_000;
/** A browser gives a sign of life every 5 s (`aliveMs`). */
const browserGoneAfterMs = 15_000;

interface Heard {
  readonly presence: PeerPresence;
  readonly vector: VersionVector;
  readonly at: number;
  readonly atMs: number;
}

/** Who is at which desk, as far as the hub knows (M7). Kept in memory. */
export function createPresences(
  { ports, settings, stores }: Pick<DeskContext, "ports" | "settings" | "stores">,
  access: Pick<DeviceAccess, "list" | "heardAgoMs">,
) {
  const { clock } = ports;
  const heard = new Map<string, Heard>();

  return {
    /** Returns whether a screen shows something else from now on; times of heartbeats do not count. */
    hear(deviceId: string, presence: PeerPresence, vector: VersionVector): boolean {
      const before = heard.get(deviceId);
      const at = clock.monotonic();
      heard.set(deviceId, { presence, vector, at, atMs: clock.now() });
      if (before === undefined || at - before.at >= goneAfterMs) return true;
      return isOther(before, presence) || countMissing(vector, before.vector) > 0;
    },
    list(ownVector: VersionVector): DeskPresence[] {
      const own = settings.get();
      // A paired computer that took over, or that a person chose, is no full desk any more (M10).
      const hubs = hubsInForce(stores);
      const hub: DeskPresence = {
        ...unknownPresence,
        deviceId: null,
        kind: hasLostHub(stores) ? "full" : "hub",
        name: own.desk,
        operator: own.operator,
        isThis: true,
        lastSeenAtMs: null,
        isHere: true,
        clockOffsetMs: 0,
      };
      const devices = access.list().map((device): DeskPresence => {
        const { id: deviceId, name, role, lastSeenAtMs, journalDevice } = device;
        const known = heard.get(deviceId);
        if (role === "peer") {
          const kind: DeskPresence["kind"] = hubs.has(journalDevice ?? "") ? "hub" : "full";
          const computer = { deviceId, name, lastSeenAtMs, kind };
          if (known === undefined) return { ...unknownPresence, ...computer };
          const now = heardPresence(known, ownVector, clock);
          const hasOtherEvent =
            now.isHere && areOtherEvents(known.presence.eventId, settings.currentEventId());
          return { ...computer, ...now, hasOtherEvent };
        }
        const agoMs = access.heardAgoMs(deviceId);
        return {
          ...unknownPresence,
          deviceId,
          kind: "browser",
          name,
          operator: settings.get({ device: name, deviceId }).operator,
          lastSeenAtMs: agoMs === null ? lastSeenAtMs : Math.round(clock.now() - agoMs),
          isHere: agoMs !== null && agoMs < browserGoneAfterMs,
        };
      });
      return [hub, ...devices];
    },
  };
}

export type Presences = ReturnType<typeof createPresences>;

/** Below a second nobody sets a clock. */
const isOther = ({ presence }: Heard, now: PeerPresence): boolean =>
  presence.operator !== now.operator ||
  presence.hasRoster !== now.hasRoster ||
  presence.eventId !== now.eventId ||
  Math.abs((presence.clockOffsetMs ?? Number.MAX_VALUE) - (now.clockOffsetMs ?? 0)) >= 1_000;

const unknownPresence = {
  operator: "",
  isThis: false,
  isHere: false,
  clockOffsetMs: null,
  behind: null,
  hasRoster: null,
  hasOtherEvent: false,
} as const;

/** Whether two computers have different events open. A computer without an open event works on none. */
export const areOtherEvents = (one: string | null | undefined, other: string | null): boolean =>
  typeof one === "string" && other !== null && one !== other;

function heardPresence(
  { presence, vector, at, atMs }: Heard,
  ownVector: VersionVector,
  clock: Clock,
) {
  const { operator, clockOffsetMs, hasRoster } = presence;
  return {
    operator,
    isThis: false,
    lastSeenAtMs: atMs,
    isHere: clock.monotonic() - at < goneAfterMs,
    clockOffsetMs,
    behind: countMissing(ownVector, vector),
    hasRoster,
  };
}
