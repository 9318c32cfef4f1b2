import { afterEach, expect, test, vi } from "vitest";
import { clearStoredTexts, heldStorage } from "#renderer/client/navigation/stored-text.ts";
import { createAccessStore } from "#renderer/client/transport/access-store.ts";
import { chooseTheme, chosenTheme } from "#renderer/client/browser/theme.ts";
import { memoryStorage } from "#test/support/browser/memory-storage.ts";

afterEach(() => vi.unstubAllGlobals());

test("K4 a wipe removes what people typed, and keeps the access and the theme of the browser", () => {
  const local = memoryStorage();
  const session = memoryStorage();
  vi.stubGlobal("localStorage", local);
  vi.stubGlobal("sessionStorage", session);
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  const access = createAccessStore({
    local,
    location: { hash: "", pathname: "/", search: "" },
    history: { replaceState: () => {} },
    addEventListener: () => {},
  });
  access.keepDevice({ deviceId: "d1", token: "secret" });
  access.keepOwnerSession("session");
  chooseTheme("dark");
  const kept = Object.keys(local);
  local.setItem("chute.operators", "Rosa");
  session.setItem("chute.walk-up-draft live", "Amara Okafor");
  clearStoredTexts();
  expect(Object.keys(local)).toEqual(kept);
  expect(kept).toHaveLength(3);
  expect(Object.keys(session)).toEqual([]);
});

const full = (): Storage => {
  const storage = memoryStorage();
  storage.setItem("chute.owner-session", "former");
  storage.setItem = () => {
    throw new DOMException("The storage is full", "QuotaExceededError");
  };
  return storage;
};

const forbidden = (): Storage => {
  throw new DOMException("The browser stores nothing", "SecurityError");
};

test.each([
  ["full", full()],
  ["forbidden", null],
])("S7 in a browser whose storage is %s the page keeps its access", (_how, storage) => {
  const local = heldStorage(() => storage ?? forbidden());
  const access = createAccessStore({
    local,
    location: { hash: "", pathname: "/", search: "" },
    history: { replaceState: () => {} },
    addEventListener: () => {},
  });
  access.keepOwnerSession("session");
  expect(access.ownerSession()).toBe("session");
  access.keepDevice({ deviceId: "d1", token: "secret" });
  expect(access.device()).toEqual({ deviceId: "d1", token: "secret" });
});

test("L3 a page whose browser stores nothing keeps the theme that was chosen in it", () => {
  const dataset: Record<string, string> = {};
  vi.stubGlobal("document", { documentElement: { dataset } });
  vi.stubGlobal("localStorage", full());
  chooseTheme("dark");
  expect(dataset["theme"]).toBe("dark");
  expect(chosenTheme()).toBe("dark");
});
