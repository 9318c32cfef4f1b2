import type { Clock } from "./ports.ts";

const minuteMs = 60_000;
/** A person who reads the code from a screen mistypes it once or twice. */
const wrongPerAddress = 5;
/** For all addresses together except this computer's own; limits an attacker with many addresses. */
const wrongInAll = 100;

/** Counts the wrong pairing codes of the last minute by address (S12). */
export function createPairingTries(clock: Pick<Clock, "monotonic">) {
  let wrong: { readonly atMs: number; readonly from: string; readonly isOwn: boolean }[] = [];
  return {
    /** False if the address, or all other computers together, sent too many wrong codes within a minute. */
    mayTry(address: string): boolean {
      const since = clock.monotonic() - minuteMs;
      wrong = wrong.filter(({ atMs }) => atMs > since);
      const from = networkOf(address);
      if (wrong.filter((one) => one.from === from).length >= wrongPerAddress) return false;
      return isLoopback(from) || wrong.filter(({ isOwn }) => !isOwn).length < wrongInAll;
    },
    addWrong(address: string): void {
      const from = networkOf(address);
      wrong.push({ atMs: clock.monotonic(), from, isOwn: isLoopback(from) });
    },
    /** Call when the owner opens a new code: all addresses may try again. */
    forget(): void {
      wrong = [];
    },
  };
}

/** The part of an address that identifies a computer: all of IPv4, the first half of IPv6, whose second half is free to choose. */
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
