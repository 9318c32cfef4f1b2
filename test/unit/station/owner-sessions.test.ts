import { expect, test } from "vitest";
import { createOwnerSessions } from "#station/owner-sessions.ts";
import { systemRandom } from "#station/host-ports.ts";
import { createManualClock } from "#test/support/clock.ts";

const hoursMs = 3_600_000;

test("S1 a session is good until nobody used it for twelve hours, and a good one is kept", async () => {
  const clock = createManualClock();
  const sessions = createOwnerSessions({ clock, random: systemRandom });
  const session = sessions.open("");
  expect(sessions.open(session)).toBe(session);
  for (let day = 0; day < 3; day += 1) {
    await clock.advance(11 * hoursMs);
    expect(sessions.check(session)).toBe(true);
  }
  await clock.advance(12 * hoursMs);
  expect(sessions.check(session)).toBe(false);
  const next = sessions.open(session);
  expect(next).not.toBe(session);
  expect([sessions.check(next), sessions.check(""), sessions.check(session)]).toEqual([
    true,
    false,
    false,
  ]);
});

test("S1 another run of the station knows none of them, and twenty are enough", () => {
  const clock = createManualClock();
  const [one, other] = [1, 2].map(() => createOwnerSessions({ clock, random: systemRandom }));
  const first = one?.open("") ?? "";
  expect(other?.check(first)).toBe(false);
  const later = Array.from({ length: 20 }, () => one?.open("") ?? "");
  expect(one?.check(first)).toBe(false);
  expect(later.every((session) => one?.check(session))).toBe(true);
});
