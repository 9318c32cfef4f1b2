import { expect, test } from "vitest";
import { systemRandom } from "#station/host/host-ports.ts";
import { createOwnerSessions } from "#station/sessions/owner-sessions.ts";
import { createManualClock } from "#test/support/clock.ts";

const minuteMs = 60_000;
const hoursMs = 3_600_000;

function start() {
  const clock = createManualClock();
  const sessions = createOwnerSessions({ clock, random: systemRandom });
  const open = (known = ""): string =>
    sessions.exchange(sessions.makeLaunchCode(), known, "Firefox, Linux") ?? "";
  return { clock, sessions, open };
}

test("S7 a launch code lets one browser in, once, within a minute", async () => {
  const { clock, sessions } = start();
  const code = sessions.makeLaunchCode();
  const session = sessions.exchange(code, "", "");
  expect(sessions.check(session ?? "")).not.toBeNull();
  expect(sessions.exchange(code, "", "")).toBeNull();
  const [early, late] = [sessions.makeLaunchCode(), sessions.makeLaunchCode()];
  await clock.advance(minuteMs - 1);
  expect(sessions.exchange(early, "", "")).not.toBeNull();
  await clock.advance(1);
  expect(sessions.exchange(late, "", "")).toBeNull();
  expect(sessions.exchange("none", "", "")).toBeNull();
  // A launch code is not valid as a session, and a session is not valid as a code.
  const next = sessions.makeLaunchCode();
  expect(sessions.check(next)).toBeNull();
  expect(sessions.exchange(session ?? "", "", "")).toBeNull();
});

test("S7 a browser that is in keeps its session; one that is not gets a new one", () => {
  const { open } = start();
  const session = open();
  expect(open(session)).toBe(session);
  expect(open("stale")).not.toBe("stale");
});

test("S7 a session is good until nobody used it for twelve hours; to look at it is no use of it", async () => {
  const { clock, sessions, open } = start();
  const session = open();
  for (let day = 0; day < 3; day += 1) {
    await clock.advance(11 * hoursMs);
    expect(sessions.check(session)).not.toBeNull();
  }
  await clock.advance(11 * hoursMs);
  expect(sessions.check(session, "only-look")).not.toBeNull();
  await clock.advance(hoursMs);
  expect(sessions.list()).toEqual([]);
  expect(sessions.check(session)).toBeNull();
});

test("S7 the list says where, since when and last used; signing out everywhere leaves one, and no link", async () => {
  const { clock, sessions, open } = start();
  const sinceMs = clock.now();
  const script = sessions.openForScript();
  const browser = open();
  await clock.advance(minuteMs);
  const id = sessions.check(browser);
  expect(sessions.list()).toMatchObject([
    { browser: null, sinceMs, lastUsedAtMs: sinceMs },
    { id, browser: "Firefox, Linux", sinceMs, lastUsedAtMs: sinceMs + minuteMs },
  ]);
  const link = sessions.makeLaunchCode();
  sessions.endOthers(id);
  expect(sessions.list().map((session) => session.id)).toEqual([id]);
  expect(sessions.check(script)).toBeNull();
  expect(sessions.check(browser)).toBe(id);
  expect(sessions.exchange(link, "", "")).toBeNull();
});

test("S7 another run of the station knows none of them, and twenty are enough", () => {
  const [one, other] = [start(), start()];
  const first = one.open();
  expect(other.sessions.check(first)).toBeNull();
  expect(other.sessions.exchange(one.sessions.makeLaunchCode(), "", "")).toBeNull();
  const later = Array.from({ length: 20 }, () => one.open());
  expect(one.sessions.check(first)).toBeNull();
  expect(later.every((session) => one.sessions.check(session) !== null)).toBe(true);
});
