import { Command, InvalidArgumentError, Option } from "commander";
import { cursorPlaces } from "#shared/partner-api/cursor-places.ts";
import type { CursorPlacement } from "./http/paging.ts";
import { defaultCursorPlacement } from "./http/paging.ts";
import type { RateLimit } from "./http/rate-limit.ts";
import { defaultRateLimit } from "./http/rate-limit.ts";
import type { Sandbox } from "./sandbox.ts";
import { runnersRange, sandboxDefaults } from "./api.ts";
import { loopback, startSandbox } from "./sandbox.ts";

interface CliOptions {
  readonly port: number;
  readonly host: string;
  readonly controlPort: number;
  readonly runners: number;
  readonly seed: number;
  readonly today?: string;
  readonly timezone: string;
  readonly stateFile?: string;
  readonly rateLimit: RateLimit;
  readonly cursorPlace: CursorPlacement;
  readonly json?: true;
}

const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) {
      throw new InvalidArgumentError(`It must be a whole number, ${min} to ${max}.`);
    }
    return value;
  };

function readDate(text: string): string {
  const time = Date.parse(`${text}T00:00:00Z`);
  if (!Number.isFinite(time) || new Date(time).toISOString().slice(0, 10) !== text) {
    throw new InvalidArgumentError("It must be a date, YYYY-MM-DD.");
  }
  return text;
}

function readTimezone(text: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new InvalidArgumentError("It must be an IANA time zone, such as Europe/Dublin.");
  }
}

function readRateLimit(text: string): RateLimit {
  const perSecond = Number(/^(\d+(?:\.\d+)?)(?:\/s)?$/.exec(text)?.[1]);
  if (!(perSecond > 0)) {
    throw new InvalidArgumentError("It must be requests per second, such as 10/s.");
  }
  return { perSecond, burst: Math.max(1, Math.ceil(perSecond)) };
}

function readCursorPlace(text: string): CursorPlacement {
  const places: readonly CursorPlacement[] = [...cursorPlaces, "nowhere"];
  const place = places.find((known) => known === text);
  if (place === undefined) {
    throw new InvalidArgumentError("It must be link, nowhere, or such as body.next or meta.next.");
  }
  return place;
}

const program = new Command("sandbox")
  .description("The partner API on this machine, with made-up runners and faults on demand.")
  .option("--port <port>", "port of the API, 0 for any", wholeNumber(0, 65_535), 4010)
  .option("--host <address>", "address to listen on", loopback)
  .option("--control-port <port>", "port of the switches, 0 for any", wholeNumber(0, 65_535), 0)
  .option(
    "--runners <count>",
    "registrations of the big event",
    wholeNumber(runnersRange.min, runnersRange.max),
    sandboxDefaults.runners,
  )
  .option("--seed <number>", "same seed, same data", wholeNumber(0, 4_294_967_295), 1)
  .option("--today <date>", "the day of the big event (default: today)", readDate)
  .option("--timezone <zone>", "the venue's time zone", readTimezone, sandboxDefaults.timezone)
  .option("--state-file <file>", "keep what was created over restarts")
  .addOption(
    new Option("--rate-limit <n/s>", "requests per second and key")
      .argParser(readRateLimit)
      .default(defaultRateLimit, `${defaultRateLimit.perSecond}/s`),
  )
  .option(
    "--cursor-place <place>",
    "where lists tell the next cursor",
    readCursorPlace,
    defaultCursorPlacement,
  )
  .option("--json", "print address and keys as one JSON line");

const options = program.parse().opts<CliOptions>();

try {
  const sandbox = await startSandbox(options);
  process.stdout.write(options.json === true ? inOneLine(sandbox) : inWords(sandbox));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
  }
} catch (cause) {
  process.stderr.write(`sandbox: ${explain(cause, options)}\n`);
  process.exitCode = 1;
}

function inOneLine({ url, keys, controlUrl, controlToken, mainEventId }: Sandbox): string {
  const { pid } = process;
  return `${JSON.stringify({ url, keys, controlUrl, controlToken, mainEventId, pid })}\n`;
}

function inWords({ url, keys, controlUrl, controlToken }: Sandbox): string {
  const lines = [
    `The partner API's sandbox is at ${url}`,
    `Its document is at ${url}/openapi.json`,
    "",
    "API keys, by what they may do:",
    ...Object.entries(keys).map(([name, key]) => `  ${name.padEnd(18)} ${key}`),
    "",
    `Switches: ${controlUrl}/faults and /state, bearer token ${controlToken}`,
    "Stop with Ctrl+C.",
  ];
  return `${lines.join("\n")}\n`;
}

function explain(cause: unknown, { host }: CliOptions): string {
  if (!(cause instanceof Error)) return String(cause);
  const { code, port } = cause as NodeJS.ErrnoException & { readonly port?: number };
  if (code === "EADDRINUSE") {
    return `Port ${port} is in use. Choose another with --port, or --port 0 for any free one.`;
  }
  if (code === "EACCES") return `${cause.message}. Choose another port or file.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `This machine does not have the address ${host}.`;
  }
  return cause.message;
}
