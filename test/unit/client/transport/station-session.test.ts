import { expect, test } from "vitest";
import { createAccessStore } from "#renderer/client/transport/access-store.ts";
import { createStationSession } from "#renderer/client/transport/station-session.ts";
import { memoryStorage } from "#test/support/browser/memory-storage.ts";

/** A browser that is paired with the race and with the practice, at a station that refuses both for this reason. */
async function askRefusing(why: string, practises: boolean): Promise<readonly string[]> {
  const store = createAccessStore({
    local: memoryStorage(),
    location: { hash: "", pathname: "/", search: "" },
    history: { replaceState: () => undefined },
    addEventListener: () => undefined,
  });
  store.keepDevice({ deviceId: "race", token: "secret" });
  store.keepDevice({ deviceId: "practice", token: "secret", isPractice: true });
  const asked: string[] = [];
  const session = createStationSession({
    origin: "http://desk.example",
    store,
    fetch: async (...request) => {
      const hello = (await new Request(...request).json()) as { readonly deviceId: string };
      asked.push(hello.deviceId);
      const error = { code: "no-access", message: "", details: { why } };
      return Response.json({ ok: false, error }, { status: 401 });
    },
  });
  session.practise(practises);
  expect(await session.get()).toBeNull();
  expect(store.device()?.deviceId).toBe("practice");
  return asked;
}

test.each([
  ["unknown", false, ["practice", "race"]],
  ["practice", true, ["practice", "race"]],
  ["practice", false, ["practice"]],
  ["access-taken", false, ["practice"]],
  ["access-taken", true, ["practice"]],
])(
  "K3 S10 a device that is refused for: %s, and that a person wants to practise with: %s, asks as %j",
  async (why, practises, asked) => {
    expect(await askRefusing(why, practises)).toEqual(asked);
  },
);

test("K3 the pairing with the race outlives every pairing with the practice, also one that is started afresh", () => {
  const store = createAccessStore({
    local: memoryStorage(),
    location: { hash: "", pathname: "/", search: "" },
    history: { replaceState: () => undefined },
    addEventListener: () => undefined,
  });
  const race = { deviceId: "race", token: "secret" };
  store.keepDevice(race);
  store.keepDevice({ deviceId: "practice", token: "secret", isPractice: true });
  store.keepDevice({ deviceId: "practice again", token: "secret", isPractice: true });
  expect(store.otherDevice()).toEqual(race);
  store.swapDevices(race);
  // Two tabs find the same at the same time.
  store.swapDevices(race);
  expect([store.device()?.deviceId, store.otherDevice()?.deviceId]).toEqual([
    "race",
    "practice again",
  ]);
  store.keepDevice({ ...race, deviceId: "another race" });
  expect([store.device()?.deviceId, store.otherDevice()]).toEqual(["another race", null]);
});
