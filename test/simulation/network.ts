import type { Fetch } from "#core/ports.ts";
import type { SandboxApi } from "#sandbox/api.ts";
import type { Draws } from "./draws.ts";
import type { Fate, Weather } from "./fates.ts";
import { drawFate } from "./fates.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** The line between the desk and the API, in virtual time. */
export interface Network {
  weather: Weather;
  /** Fetch for one run of the desk's program; `isDead` once it crashed: then it sends and hears nothing more. */
  fetchFor(isDead: () => boolean): Fetch;
  /** Requests on their way that nobody has heard the end of. */
  readonly inFlight: number;
  /** The API is working on a request this very moment. */
  readonly atWork: number;
  /** The server goes down and comes back: every connection breaks. */
  breakAll(): void;
}

export interface NetworkOptions {
  readonly draws: Draws;
  readonly time: VirtualTime;
  readonly api: SandboxApi;
  readonly origin: string;
  /** Hears what happens, for the trace. */
  readonly note: (line: string) => void;
}

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Uint8Array | null;
}

/** Pictures decide nothing here, and drawing them takes longer than the rest of a story. */
const noPicture = (): Answer => ({ status: 404, headers: new Headers(), text: "" });

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export function createNetwork(options: NetworkOptions): Network {
  const { draws, time, api, origin, note } = options;
  const flights = new Set<{ break(): void }>();
  let weather: Weather = "fair";
  let atWork = 0;
  let requests = 0;

  const handle = async ({ url, method, headers, body }: Sent): Promise<Answer> => {
    if (url.includes("/images/")) return noPicture();
    atWork += 1;
    try {
      const init = { method, headers, ...(body === null ? {} : { body: new Uint8Array(body) }) };
      const response = await api.answer(new Request(url, init));
      return { status: response.status, headers: response.headers, text: await response.text() };
    } finally {
      atWork -= 1;
    }
  };

  const dated = (status: number, headers: Headers, body: BodyInit | null): Response => {
    headers.set("Date", new Date(time.trueNow()).toUTCString());
    return new Response(status === 204 || body === "" ? null : body, { status, headers });
  };

  const replyTo = (fate: Fate, answer: Answer | null, signal: AbortSignal | null): Response => {
    if (fate.kind === "instead") {
      const { status, headers, body } = fate.reply;
      return dated(status, new Headers(headers), body);
    }
    if (answer === null) throw new Error("There is no answer");
    const headers = new Headers(answer.headers);
    if (fate.kind !== "spoiled") return dated(answer.status, headers, answer.text);
    switch (fate.how) {
      case "truncated":
        return dated(answer.status, headers, answer.text.slice(0, answer.text.length >> 1));
      case "stalled":
        return dated(answer.status, headers, stalled(answer.text, signal));
      case "without-id":
        return dated(answer.status, headers, '{"data":{}}');
      case "empty":
        return dated(answer.status, headers, "");
    }
  };

  /** One request; the promise ends when something is heard of it. */
  const send = (
    sent: Sent,
    signal: AbortSignal | null,
    isDead: () => boolean,
  ): Promise<Response> => {
    requests += 1;
    const number = requests;
    const fate = drawFate(draws, weather, sent.method);
    const goMs = draws.between(5, 400);
    const backMs = draws.between(5, 400);
    note(`  #${number} ${sent.method} ${sent.url.slice(origin.length)} → ${describe(fate)}`);
    return new Promise((resolve, reject) => {
      let isOver = false;
      const end = (how: () => void): void => {
        if (isOver || isDead()) return;
        isOver = true;
        // Half an answer is still on its way, until its reader gives up.
        if (fate.kind !== "spoiled" || fate.how !== "stalled") flights.delete(flight);
        how();
      };
      const fail = (code: string): void =>
        end(() =>
          reject(
            new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) }),
          ),
        );
      const flight = { break: () => fail("ECONNRESET") };
      flights.add(flight);
      const giveUp = (): void => {
        flights.delete(flight);
        if (isOver) return;
        isOver = true;
        reject(new DOMException("This operation was aborted", "AbortError"));
      };
      if (signal?.aborted === true) giveUp();
      signal?.addEventListener("abort", giveUp, { once: true });

      const arrive = async (): Promise<void> => {
        const answer = reaches(fate) ? await handle(sent) : null;
        if (answer !== null) note(`  #${number} ${answer.status} ${briefly(answer)}`);
        time.after(backMs, () => {
          if (fate.kind === "silence") return;
          if (fate.kind === "no-connection") fail(fate.code);
          else if (fate.kind === "broken") fail("ECONNRESET");
          else end(() => resolve(replyTo(fate, answer, signal)));
        });
      };
      const lateMs = fate.kind === "silence" ? fate.lateMs : 0;
      time.after(goMs + lateMs, () => {
        arrive().catch((cause: unknown) => reject(cause as Error));
      });
    });
  };

  return {
    get weather() {
      return weather;
    },
    set weather(next) {
      weather = next;
    },
    fetchFor: (isDead) => (input, init) => {
      const url = String(input);
      const { signal = null } = init ?? {};
      // A dead program sends nothing; it only ever hears that it is being closed.
      if (isDead()) return never(signal);
      const headers = new Headers(init?.headers);
      if (!url.startsWith(`${origin}/`) && headers.has("authorization")) {
        throw new Error(`The key was sent to ${url}`);
      }
      const body = init?.body instanceof Uint8Array ? new Uint8Array(init.body) : null;
      return send({ url, method: init?.method ?? "GET", headers, body }, signal, isDead);
    },
    get inFlight() {
      return flights.size;
    },
    get atWork() {
      return atWork;
    },
    breakAll() {
      for (const flight of flights) flight.break();
    },
  };
}

/** The beginning of what can be read. */
const briefly = ({ headers, text }: Answer): string =>
  headers.get("content-type")?.includes("json") === true ? text.slice(0, 90) : "";

const reaches = (fate: Fate): boolean =>
  fate.kind === "answered" || fate.kind === "spoiled" || ("reaches" in fate && fate.reaches);

/** Half of it, and then nothing until the reader gives up. */
function stalled(text: string, signal: AbortSignal | null): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text.slice(0, text.length >> 1)));
      const end = (): void => controller.error(new DOMException("aborted", "AbortError"));
      signal?.addEventListener("abort", end, { once: true });
    },
  });
}

const never = (signal: AbortSignal | null): Promise<Response> =>
  new Promise((_resolve, reject) => {
    const end = (): void => reject(new DOMException("This operation was aborted", "AbortError"));
    if (signal?.aborted === true) end();
    signal?.addEventListener("abort", end, { once: true });
  });

function describe(fate: Fate): string {
  switch (fate.kind) {
    case "answered":
      return "answered";
    case "no-connection":
      return fate.code;
    case "broken":
      return fate.reaches ? "reply lost" : "reset before it was read";
    case "silence":
      return fate.reaches ? `silence, arrives ${fate.lateMs} ms late` : "silence";
    case "instead":
      return `${fate.reply.status}${fate.reaches ? " though it was done" : ""}`;
    case "spoiled":
      return fate.how;
  }
}
