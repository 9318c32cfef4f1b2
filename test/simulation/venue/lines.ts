import type { PeerPort } from "#core/ports.ts";
import type { Draws } from "../draws.ts";
import type { VirtualTime } from "../virtual-time.ts";
import type { Station } from "./station.ts";

/** How the line between two computers is. `clear` loses nothing; it is for the morning and for the end. */
export type LineState = "clear" | "up" | "rough" | "down";

/** The local network of the venue: a line between each two computers, in virtual time. */
export interface Lines {
  /** The port through which one run of a computer's program asks the others. */
  portFor(from: number, isDead: () => boolean): PeerPort;
  state(one: number, other: number): LineState;
  /** `isSilent`: open requests and streams hear nothing more, instead of an error. */
  set(one: number, other: number, state: LineState, isSilent?: boolean): void;
  /** The program of a computer ended: its connections break. */
  breakAll(computer: number): void;
}

export interface LinesOptions {
  readonly draws: Draws;
  readonly time: VirtualTime;
  readonly note: (line: string) => void;
  /** The station at an address; null while no program runs there. */
  readonly stationAt: (address: string) => Station | null;
  /** Looks at every text that goes over a line. */
  readonly onText: (text: string, what: string) => void;
}

/** What becomes of one request. `late`: it arrives after its sender gave up. */
type Fate = "answered" | "lost" | "reply-lost" | "silence" | "late" | "refused";

const fates: Readonly<Record<LineState, Partial<Record<Fate, number>>>> = {
  clear: { answered: 1 },
  up: { answered: 300, lost: 1, "reply-lost": 2, late: 1 },
  rough: { answered: 50, lost: 8, "reply-lost": 14, silence: 3, late: 6 },
  down: { refused: 6, silence: 2 },
};

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Flight {
  readonly ends: readonly [number, number];
  break(): void;
}

const keyOf = (one: number, other: number): string =>
  one < other ? `${one}-${other}` : `${other}-${one}`;

export function createLines(options: LinesOptions): Lines {
  const { draws, time, note, stationAt, onText } = options;
  const states = new Map<string, LineState>();
  const flights = new Set<Flight>();

  const stateOf = (one: number, other: number): LineState => states.get(keyOf(one, other)) ?? "up";

  /** It may take as long as the partner API does, which the hub asks first. */
  const handle = async (station: Station, path: string, init: RequestInit): Promise<Answer> => {
    const response = await station.handle(path, init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  /** One request; the promise ends when something is heard of it. */
  const send = (from: number, to: Station, path: string, init: RequestInit): Promise<Response> => {
    const drawn = draws.weigh(fates[stateOf(from, to.index)] as Record<Fate, number>);
    // A stream breaks with its line.
    const fate = path === "/events" && drawn !== "refused" ? "answered" : drawn;
    const [goMs, backMs] = [draws.between(1, 30), draws.between(1, 30)];
    const lateMs = fate === "late" ? draws.between(2_000, 30_000) : 0;
    const { body, signal = null } = init;
    if (typeof body === "string") onText(body, `a request to ${path}`);
    if (fate !== "answered") note(`  line ${from} → ${to.index} ${path}: ${fate}`);
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const fail = (code: string): void =>
      reject(new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) }));
    const flight: Flight = { ends: [from, to.index], break: () => fail("ECONNRESET") };
    flights.add(flight);
    const end = (): void => void flights.delete(flight);
    promise.then(end, end);
    if (signal?.aborted === true) reject(signal.reason as Error);
    signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    const isCut = (): boolean => stateOf(from, to.index) === "down";

    const arrive = async (): Promise<void> => {
      if (fate === "refused" || to.isDead()) return fail("ECONNREFUSED");
      if (fate === "lost") return fail("ECONNRESET");
      if (fate === "silence" || isCut()) return;
      if (path === "/events") return openStream(from, to, init, resolve);
      const answer = await handle(to, path, init);
      onText(answer.text, `an answer to ${path}`);
      time.after(backMs, () => {
        if (isCut() || fate === "late") return;
        if (to.isDead() || fate === "reply-lost") return fail("ECONNRESET");
        const { status, headers, text } = answer;
        resolve(new Response(status === 204 ? null : text, { status, headers }));
      });
    };
    time.after(goMs + lateMs, () => {
      arrive().catch((cause: unknown) => reject(cause as Error));
    });
    return promise;
  };

  /** The answer is a stream: what is written there arrives here, as long as there is a line. */
  const openStream = async (
    from: number,
    to: Station,
    init: RequestInit,
    resolve: (response: Response) => void,
  ): Promise<void> => {
    const answer = await to.handle("/events", init);
    const reader = answer.body?.getReader();
    const { signal } = init;
    let isOver = false;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const fail = (why: unknown): void => {
          if (isOver) return;
          isOver = true;
          flights.delete(flight);
          void reader?.cancel().catch(() => undefined);
          controller.error(why);
        };
        const flight: Flight = {
          ends: [from, to.index],
          break: () => fail(new TypeError("terminated")),
        };
        flights.add(flight);
        signal?.addEventListener("abort", () => fail(signal.reason), { once: true });
        const read = async (): Promise<void> => {
          for (;;) {
            const part = await reader?.read();
            if (part === undefined || part.done) return fail(new TypeError("terminated"));
            time.after(draws.between(1, 30), () => {
              if (!isOver && !to.isDead() && stateOf(from, to.index) !== "down") {
                controller.enqueue(part.value);
              }
            });
          }
        };
        void read();
      },
    });
    resolve(new Response(body, { status: answer.status, headers: answer.headers }));
  };

  return {
    portFor: (from, isDead) => ({
      fingerprint: async (address) => {
        const station = stationAt(address);
        await pause(time, draws.between(2, 60));
        if (isDead()) return never(null);
        const isThere = station !== null && !station.isDead();
        if (!isThere || stateOf(from, station.index) === "down") throw new Error("ECONNREFUSED");
        return station.fingerprint;
      },
      fetch: async ({ address, fingerprint }, path, init = {}) => {
        // A dead program sends nothing; it only ever hears that it is being closed.
        if (isDead()) return never(init.signal ?? null);
        const station = stationAt(address);
        if (station === null) {
          await pause(time, draws.between(2, 60));
          throw new TypeError("fetch failed");
        }
        if (station.fingerprint !== fingerprint) {
          const code = "CHUTE_OTHER_CERTIFICATE";
          throw Object.assign(new Error("The certificate is another one"), { code });
        }
        return send(from, station, path, init);
      },
    }),
    state: stateOf,
    set(one, other, state, isSilent = false) {
      states.set(keyOf(one, other), state);
      if (state !== "down" || isSilent) return;
      for (const flight of flights) {
        if (flight.ends.includes(one) && flight.ends.includes(other)) flight.break();
      }
    },
    breakAll(computer) {
      for (const flight of flights) if (flight.ends.includes(computer)) flight.break();
    },
  };
}

const pause = (time: VirtualTime, ms: number): Promise<void> =>
  new Promise((resolve) => void time.after(ms, resolve));

const never = (signal: AbortSignal | null): Promise<never> =>
  new Promise((_resolve, reject) => {
    const end = (): void => reject(new DOMException("This operation was aborted", "AbortError"));
    if (signal?.aborted === true) end();
    signal?.addEventListener("abort", end, { once: true });
  });
