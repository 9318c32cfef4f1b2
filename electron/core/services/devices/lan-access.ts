import type { LanAccessState } from "#shared/contract/lan-access.ts";
import { err, ok } from "#shared/result.ts";
import type { Slice } from "#core/handlers.ts";
import type { DeskContext } from "#core/services/context.ts";

const closed: LanAccessState = {
  reach: null,
  addresses: [],
  isMoved: false,
  isBroken: false,
};

/**
 * LAN access: browsers on this computer or in the network can use the desktop program while the owner allows it (S1).
 */
export function createLanAccessService({
  ports,
  commands,
  feed,
}: DeskContext): Slice<"lanAccess.get" | "lanAccess.open" | "lanAccess.close"> {
  const { lanAccess } = ports;
  const publishChange = (): void => feed.publish("devices");
  return {
    "lanAccess.get": () =>
      ok({
        canServe: lanAccess !== undefined,
        ...(lanAccess === undefined ? closed : lanAccess.get()),
      }),

    "lanAccess.open": (input) =>
      commands.wait("lanAccess.open", input, async () => {
        if (lanAccess === undefined) return notDesktop();
        const opened = await lanAccess.open(input.reach);
        publishChange();
        return opened;
      }),

    "lanAccess.close": (input) =>
      commands.wait("lanAccess.close", input, async () => {
        if (lanAccess === undefined) return notDesktop();
        await lanAccess.end();
        publishChange();
        return ok(lanAccess.get());
      }),
  };
}

const notDesktop = () =>
  err("not-a-desktop", "LAN access can be opened and closed only on the desktop");
