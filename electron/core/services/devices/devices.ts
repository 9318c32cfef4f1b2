import { err, ok } from "#shared/result.ts";
import type { DeviceAccess } from "#core/device-pairing.ts";
import type { Caller, Slice } from "#core/handlers.ts";
import type { ReadPace } from "#core/read-pace.ts";
import type { DeskContext } from "#core/services/context.ts";
import { hasLostHub } from "#core/services/desks/desks-role.ts";

/** Device pairing and the list of paired devices (S1). Only the owner may use them. */
export function createDeviceService(
  { commands, ports, feed, stores }: DeskContext,
  access: DeviceAccess,
  slowed: ReadPace["slowed"],
  host: "desktop" | "station",
): Slice<
  | "pairing.open"
  | "device.list"
  | "device.setRole"
  | "device.rename"
  | "device.revoke"
  | "session.list"
  | "session.endOthers"
> {
  const list = () => ({
    devices: access.list().map(({ id, name, lastSeenAtMs, role }) => ({
      id,
      name,
      lastSeenAtMs,
      role,
    })),
  });
  const sessions = ({ sessionId }: Caller) => ({
    sessions: (ports.ownerSessions?.list() ?? []).map((session) => ({
      ...session,
      isThis: session.id === sessionId,
    })),
  });
  const isReachable = (): boolean =>
    host === "station" || (ports.lanAccess !== undefined && ports.lanAccess.get().reach !== null);
  const letsIn = (): boolean => isReachable() && !hasLostHub(stores);
  const lanEndpoint = () => {
    const open = ports.lanEndpoint?.() ?? null;
    return open && { addresses: [...open.addresses], fingerprint: open.fingerprint };
  };
  return {
    "pairing.open": (input) =>
      commands.wait("pairing.open", input, () =>
        letsIn()
          ? ok(access.openPairing())
          : err("not-a-station", "Nobody may come to this desk now"),
      ),

    "device.list": () =>
      ok({ ...list(), pairing: access.pairing(), slowed: slowed(), lanEndpoint: lanEndpoint() }),

    "session.list": (_input, caller) => ok(sessions(caller)),

    "session.endOthers": (input, caller) =>
      commands.wait("session.endOthers", input, () => {
        ports.ownerSessions?.endOthers(caller.sessionId ?? null);
        feed.publish("devices");
        return ok(sessions(caller));
      }),

    "device.setRole": (input) =>
      commands.save("device.setRole", input, () =>
        access.setRole(input.deviceId, input.role)
          ? ok(list())
          : err("not-found", "No such device is paired"),
      ),

    "device.rename": (input) =>
      commands.save("device.rename", input, () => {
        const device = access.list().find(({ id }) => id === input.deviceId);
        if (device?.role === "peer") return err("not-found", "A full desk renames itself");
        const renamed = access.rename(input.deviceId, input.name);
        return renamed.ok ? ok(list()) : renamed;
      }),

    "device.revoke": (input) =>
      commands.save("device.revoke", input, () =>
        access.revoke(input.deviceId) ? ok(list()) : err("not-found", "No such device is paired"),
      ),
  };
}
