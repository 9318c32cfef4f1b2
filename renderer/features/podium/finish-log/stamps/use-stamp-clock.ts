import { useEffect, useState } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import type { Client } from "#renderer/client/client.ts";
import { createStampClock, deskAheadMs } from "./stamp-clock.ts";
import type { ClockSample, StampClock } from "./stamp-clock.ts";

const questions = 5;
const lookEveryMs = 1_000;

export interface ScreenClock {
  readonly clock: StampClock;
  /** This device's clock differs from the desk's by so much; 0 on the desk itself. */
  readonly deskAheadMs: number;
  /** The computer slept for so long since the page was opened; null when it did not. */
  readonly sleptMs: number | null;
}

let windowClock: StampClock | undefined;

/** The one clock of this window: its anchor outlives a change of rooms. */
const clockOfWindow = (): StampClock =>
  (windowClock ??= createStampClock({
    wallMs: () => Date.now(),
    pageMs: () => performance.now(),
    originMs: performance.timeOrigin,
  }));

/** The clock for stamps, set by the desk's where this screen is on another device. */
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
  // A sleep is noticed when the computer is awake again, not at the next press.
  const [sleptMs, setSleptMs] = useState(() => clock.look().sleptMs);
  useEffect(() => {
    const timer = setInterval(() => setSleptMs(clock.look().sleptMs), lookEveryMs);
    return () => clearInterval(timer);
  }, [clock]);
  return { clock, deskAheadMs: aheadMs, sleptMs };
}

async function askDesk(client: Client): Promise<ClockSample[]> {
  const samples: ClockSample[] = [];
  for (let asked = 0; asked < questions; asked += 1) {
    const askedAtMs = Date.now();
    const reply = await client.call("time.get", {});
    if (reply.ok) {
      samples.push({ askedAtMs, deskAtMs: reply.value.atMs, answeredAtMs: Date.now() });
    }
  }
  return samples;
}
