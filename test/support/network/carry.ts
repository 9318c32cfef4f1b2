import type { Socket } from "node:net";
import { connect, createServer } from "node:net";

/** A TCP port, or a socket in the file system, which all network namespaces of a machine share. */
export type Place = { readonly path: string } | { readonly host: string; readonly port: number };

export interface Carried {
  /** The port that was listened on; 0 for a socket in the file system. */
  readonly port: number;
  close(): void;
}

/** Takes connections at one place and carries their bytes to and from another one. */
export async function carry(from: Place, to: Place): Promise<Carried> {
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ ...to, noDelay: true });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        // What was read to its end is still on its way to the other side.
        if (!one.readableEnded) other.destroy();
      });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(from, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
