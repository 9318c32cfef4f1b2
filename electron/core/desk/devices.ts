import { err, ok } from "#shared/result.ts";
import type { DeviceAccess } from "../device-access.ts";
import type { Slice } from "../handlers.ts";
import type { DeskContext } from "./context.ts";

/** Pairing and the devices that are paired (S1); the owner's alone. */
export function createDeviceService(
  { once }: DeskContext,
  access: DeviceAccess,
  host: "desktop" | "station",
): Slice<"pairing.open" | "device.list" | "device.revoke"> {
  const list = () => ({
    devices: access.list().map(({ id, name, pairedAtMs, lastSeenAtMs }) => ({
      id,
      name,
      pairedAtMs,
      lastSeenAtMs,
    })),
  });
  return {
    "pairing.open": (input) =>
      once.wait("pairing.open", input, () =>
        host === "station"
          ? ok(access.openPairing())
          : err("not-a-station", "Only a station lets other devices in"),
      ),

    "device.list": () => ok(list()),

    "device.revoke": (input) =>
      once.save("device.revoke", input, () =>
        access.revoke(input.deviceId) ? ok(list()) : err("not-found", "No such device is paired"),
      ),
  };
}
