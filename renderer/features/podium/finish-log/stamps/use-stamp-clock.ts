import { useEffect, useState } from "react";
import { useClient } from "#renderer/client/client-context.tsx";
import type { Client } from "#renderer/client/client.ts";
import { useMay } from "#renderer/client/queries/permissions.tsx";
import { createStampClock, deskAheadMs } from "./stamp-clock.ts";
import type { ClockSample, StampClock } from "./stamp-clock.ts";

/** Number of requests for the time of the desk. */
const sampleCount = 5;
const updateEveryMs = 1_000;

export type ScreenClock = ReturnType<typeof useStampClock>;

let windowClock: StampClock | undefined;

/** The only clock of this window: its anchor stays when another screen is opened. */
const clockOfWindow = (): StampClock =>
  (windowClock ??= createStampClock({
    wallMs: () => Date.now(),
    pageMs: () => performance.now(),
    originMs: performance.timeOrigin,
  }));

/** The clock for stamps. On another device than the desk, it is set by the clock of the desk. */
export function useStampClock() {
  const client = useClient();
  // The owner works on the desk's own computer (S7). A difference there means that its wall clock was corrected. Once this
  // window has stamped, its stamps do not follow: they would be sorted among the stamps before the correction.
  const isDesk = useMay("connection.save");
  const [clock] = useState(clockOfWindow);
  /** How far the desk's clock is ahead of this device's wall clock; 0 on the desk itself. */
  const [aheadMs, setAheadMs] = useState(0);
  /** The length of the last sleep since the page was opened; null: no sleep. */
  const [sleptMs, setSleptMs] = useState(() => clock.update().sleptMs);
  useEffect(() => {
    let isGone = false;
    const ask = async (): Promise<void> => {
      const { byWall, byStamps } = await askDesk(client, clock);
      // Without an answer the last known difference is the best one.
      if (isGone || byStamps.length === 0) return;
      const ofWallMs = deskAheadMs(byWall);
      if (!isDesk || !clock.isInUse()) {
        clock.setDeskAhead({ ofOwnMs: deskAheadMs(byStamps), ofWallMs });
      }
      setAheadMs(ofWallMs);
    };
    void ask();
    const stop = client.transport.onState(() => {
      if (client.transport.state() === "up") void ask();
    });
    // A sleep is detected soon after the computer wakes up, not at the next press.
    let anchor = clock.update();
    const timer = setInterval(() => {
      const present = clock.update();
      if (present === anchor) return;
      anchor = present;
      setSleptMs(anchor.sleptMs);
      // The difference from the desk was measured with the former anchor.
      void ask();
    }, updateEveryMs);
    return () => {
      isGone = true;
      stop();
      clearInterval(timer);
    };
  }, [client, clock, isDesk]);
  return { clock, deskAheadMs: aheadMs, sleptMs };
}

/** Each sample by the wall clock, and by the stamp clock: a correction of the wall clock changes one of them only. */
async function askDesk(
  client: Client,
  clock: StampClock,
): Promise<{ readonly byWall: ClockSample[]; readonly byStamps: ClockSample[] }> {
  const byWall: ClockSample[] = [];
  const byStamps: ClockSample[] = [];
  for (let asked = 0; asked < sampleCount; asked += 1) {
    const before = { wallMs: Date.now(), stampMs: clock.own() };
    const reply = await client.call("time.get", {});
    if (!reply.ok) continue;
    const { atMs: deskAtMs } = reply.value;
    byWall.push({ askedAtMs: before.wallMs, deskAtMs, answeredAtMs: Date.now() });
    byStamps.push({ askedAtMs: before.stampMs, deskAtMs, answeredAtMs: clock.own() });
  }
  return { byWall, byStamps };
}
