import type { Clock } from "./ports.ts";

const minuteMs = 60_000;
/** Somebody who reads a code from a screen mistypes it once or twice. */
const wrongPerAddress = 5;
/** From all addresses together; this computer's own is not counted among them. Bounds somebody with many addresses. */
const wrongInAll = 100;

/** Wrong pairing codes of the last minute, by the address they came from (S12). */
export interface PairingTries {
  /** False while the address, or all other computers together, gave too many wrong codes within a minute. */
  mayTry(address: string): boolean;
  addWrong(address: string): void;
  /** The owner opens a new code: everybody may try again. */
  forget(): void;
}

export function createPairingTries(clock: Pick<Clock, "monotonic">): PairingTries {
  let wrong: { readonly atMs: number; readonly from: string; readonly isOwn: boolean }[] = [];
  return {
    mayTry(address) {
      const since = clock.monotonic() - minuteMs;
      wrong = wrong.filter(({ atMs }) => atMs > since);
      const from = networkOf(address);
      if (wrong.filter((one) => one.from === from).length >= wrongPerAddress) return false;
      return isLoopback(from) || wrong.filter(({ isOwn }) => !isOwn).length < wrongInAll;
    },
    addWrong(address) {
      const from = networkOf(address);
      wrong.push({ atMs: clock.monotonic(), from, isOwn: isLoopback(from) });
    },
    forget() {
      wrong = [];
    },
  };
}

/** One computer: an IPv4 address, or the first half of an IPv6 address, whose second half a computer chooses freely. */
function networkOf(address: string): string {
  const plain = address.toLowerCase().replace(/^::ffff:(?=[\d.]+$)/, "");
  if (!plain.includes(":") || isLoopback(plain)) return plain;
  const [head = "", tail = ""] = plain.replace(/%.*$/, "").split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === "" ? [] : tail.split(":");
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0");
  return [...first, ...zeros, ...last].slice(0, 4).join(":");
}

const isLoopback = (address: string): boolean => address.startsWith("127.") || address === "::1";
