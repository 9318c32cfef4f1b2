import type { ServingState } from "#shared/contract/lan-access.ts";
import { err, ok } from "#shared/result.ts";
import type { Slice } from "#core/handlers.ts";
import type { DeskContext } from "#core/services/context.ts";

const closed: ServingState = {
  reach: null,
  addresses: [],
  isMoved: false,
  isBroken: false,
};

/** LAN access on the desktop: serves this core to browsers while the owner allows it (S1). */
export function createServeService({
  ports,
  once,
  feed,
}: DeskContext): Slice<"serve.get" | "serve.open" | "serve.end"> {
  const { serving } = ports;
  const tell = (): void => feed.publish("devices");
  return {
    "serve.get": () =>
      ok({ canServe: serving !== undefined, ...(serving === undefined ? closed : serving.get()) }),

    "serve.open": (input) =>
      once.wait("serve.open", input, async () => {
        if (serving === undefined) return notDesktop();
        const opened = await serving.open(input.reach);
        tell();
        return opened;
      }),

    "serve.end": (input) =>
      once.wait("serve.end", input, async () => {
        if (serving === undefined) return notDesktop();
        await serving.end();
        tell();
        return ok(serving.get());
      }),
  };
}

const notDesktop = () => err("not-a-desktop", "Only the desktop lets browsers in by choice");
