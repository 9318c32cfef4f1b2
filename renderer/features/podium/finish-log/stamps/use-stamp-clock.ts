import { useEffect, useState } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import type { Client } from "#renderer/client/client.ts";
import { createStampClock, deskAheadMs } from "./stamp-clock.ts";
import type { ClockSample, StampClock } from "./stamp-clock.ts";

/** Number of requests for the time of the desk. */
const sampleCount = 5;
const updateEveryMs = 1_000;

export interface ScreenClock {
  readonly clock: StampClock;
  /** How far the desk's clock is ahead of this device's clock; 0 on the desk itself. */
  readonly deskAheadMs: number;
  /** The length of the last sleep since the page was opened; null: no sleep. */
  readonly sleptMs: number | null;
}

let windowClock: StampClock | undefined;

/** The only clock of this window: its anchor stays when another screen is opened. */
const clockOfWindow = (): StampClock =>
  (windowClock ??= createStampClock({
    wallMs: () => Date.now(),
    pageMs: () => performance.now(),
    originMs: performance.timeOrigin,
  }));

/** The clock for stamps. On another device than the desk, it is set by the clock of the desk. */
export function useStampClock(): ScreenClock {
  const client = useClient();
  const [clock] = useState(clockOfWindow);
  const [aheadMs, setAheadMs] = useState(0);
  useEffect(() => {
    let isGone = false;
    const ask = async (): Promise<void> => {
      const found = deskAheadMs(await askDesk(client));
      if (isGone) return;
      clock.setDeskAhead(found);
      setAheadMs(found);
    };
    void ask();
    const stop = client.transport.onState(() => {
      if (client.transport.state() === "up") void ask();
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [client, clock]);
  // A sleep is detected soon after the computer wakes up, not at the next press.
  const [sleptMs, setSleptMs] = useState(() => clock.update().sleptMs);
  useEffect(() => {
    const timer = setInterval(() => setSleptMs(clock.update().sleptMs), updateEveryMs);
    return () => clearInterval(timer);
  }, [clock]);
  return { clock, deskAheadMs: aheadMs, sleptMs };
}

async function askDesk(client: Client): Promise<ClockSample[]> {
  const samples: ClockSample[] = [];
  for (let asked = 0; asked < sampleCount; asked += 1) {
    const askedAtMs = Date.now();
    const reply = await client.call("time.get", {});
    if (reply.ok) {
      samples.push({ askedAtMs, deskAtMs: reply.value.atMs, answeredAtMs: Date.now() });
    }
  }
  return samples;
}
