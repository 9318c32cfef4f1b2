/**
 * Loaded into each station of the benchmark before the program: measures the event loop from inside, and cuts the
 * network to one port, as a router does that fails.
 */
import { Socket } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";

/** What the benchmark asks a station. */
export type Asked =
  | { readonly ask: "loop" }
  | { readonly ask: "cut"; readonly port: number }
  | { readonly ask: "reconnect" };

/** Milliseconds by which the event loop came late since the last question. */
export interface LoopTold {
  readonly p99: number;
  readonly worst: number;
}

const everyMs = 1;
const histogram = monitorEventLoopDelay({ resolution: everyMs });
histogram.enable();

const open = new Map<Socket, number>();
let cutPort: number | null = null;

const connect = Socket.prototype.connect as (this: Socket, ...rest: unknown[]) => Socket;
Socket.prototype.connect = function connectUnlessCut(this: Socket, ...rest: unknown[]): Socket {
  const port = portOf(rest[0]);
  if (port !== null && port === cutPort) {
    process.nextTick(() => this.destroy(new Error("The network is cut")));
    return this;
  }
  if (port !== null) {
    open.set(this, port);
    this.once("close", () => open.delete(this));
  }
  return connect.apply(this, rest);
};

/** Node hands its own calls over as a list whose first element has the options. */
function portOf(given: unknown): number | null {
  const options: unknown = Array.isArray(given) ? given[0] : given;
  if (typeof options !== "object" || options === null || !("port" in options)) return null;
  return Number(options.port);
}

const lateMs = (roundNs: number): number => Math.max(0, roundNs / 1e6 - everyMs);

process.on("message", (asked: Asked) => {
  if (asked.ask === "loop") {
    const told: LoopTold = { p99: lateMs(histogram.percentile(99)), worst: lateMs(histogram.max) };
    histogram.reset();
    process.send?.(told);
    return;
  }
  cutPort = asked.ask === "cut" ? asked.port : null;
  for (const [socket, port] of open) if (port === cutPort) socket.destroy();
});
process.channel?.unref();
