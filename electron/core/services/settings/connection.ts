import type { Connection } from "#shared/contract/connection.ts";
import { err, ok } from "#shared/result.ts";
import type { Slice } from "#core/handlers.ts";
import type { DeskContext } from "#core/services/context.ts";

export const connectionOf = ({ mode, sync }: Pick<DeskContext, "mode" | "sync">): Connection => ({
  mode,
  ...sync.connection.get(),
});

/** The API key is written and never returned (K1). In practice the sandbox's key cannot be replaced (K3). */
export function createConnectionService(
  context: DeskContext,
): Slice<"connection.get" | "connection.check" | "connection.save" | "connection.forget"> {
  const { commands, feed, sync, mode } = context;
  const inPractice = () => err("practice", "Practice keeps to its own sandbox");

  return {
    "connection.get": () => ok(connectionOf(context)),

    "connection.check": ({ baseUrl, apiKey }) => sync.connection.check(baseUrl, apiKey),

    "connection.save": (input) =>
      commands.wait("connection.save", input, async () => {
        if (mode === "practice") return inPractice();
        const saved = await sync.connection.save(input.baseUrl, input.apiKey);
        if (!saved.ok) return saved;
        feed.publish("connection");
        feed.publish("sync");
        return ok(connectionOf(context));
      }),

    "connection.forget": (input) =>
      commands.wait("connection.forget", input, async () => {
        if (mode === "practice") return inPractice();
        const forgotten = await sync.connection.forget();
        if (!forgotten.ok) return forgotten;
        feed.publish("connection");
        feed.publish("sync");
        return ok(connectionOf(context));
      }),
  };
}
